import { Send } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { Link, useFetcher, useLocation, useRevalidator } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { MailTest as Test } from "#src/modules/mail/notifications/rules/email-log.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Sends an email to the person's own address, and says what became of the last one. */
export function MailTest({ test }: { test: Test | null }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<OptionsAnswer>();
  // the same until it is answered: a request that is repeated sends one email
  const [key, setKey] = useState("");
  useFlash(fetcher.data);
  useAnswer(fetcher.data, () => setKey(""));
  useAskedAgain(test?.state === "waiting");
  const send = () => {
    const once = key || crypto.randomUUID();
    setKey(once);
    void fetcher.submit({ intent: "test_mail", key: once }, { method: "post", action: pathname + search });
  };
  return (
    <div className="mb-3.5 grid justify-items-start gap-2 border-t border-border pt-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AdminButton icon={<Send aria-hidden size={15} />} busy={fetcher.state !== "idle"} onClick={send}>
          {t("options.mail.test")}
        </AdminButton>
        <span className="text-fine text-text-3">{t("options.mail.testHint")}</span>
      </div>
      {test && (
        <div role="status" className="w-full">
          <AdminNotice tone={toneOf(test)}>
            <p className="font-semibold">{t(SAID[test.captured ? "captured" : test.state], { to: test.recipient })}</p>
            {test.reason && <p>{t(`notifications-admin.reason.${test.reason}`)}</p>}
            <p className="mt-1 flex flex-wrap gap-x-3 text-fine">
              <Moment at={test.at} />
              <Link to={localizedPath(`/admin/emails/${test.id}`, locale)} className={ADMIN_LINK}>
                {t("options.mail.testLog")}
              </Link>
            </p>
          </AdminNotice>
        </div>
      )}
    </div>
  );
}

const SAID = {
  waiting: "options.mail.test.waiting",
  retry: "options.mail.test.retry",
  sent: "options.mail.test.sent",
  captured: "options.mail.test.captured",
  failed: "options.mail.test.failed",
  withheld: "options.mail.test.failed",
} as const;

const toneOf = ({ state, captured }: Test) =>
  state === "sent" && !captured ? "done" : state === "failed" || state === "withheld" ? "failed" : "waiting";

/** How often an email that is on its way is asked for, and at most how many times. */
const EVERY_MS = 1500;
const MOST = 40;

function useAskedAgain(isWaiting: boolean) {
  const { revalidate } = useRevalidator();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isWaiting || count >= MOST) return;
    const waiting = setTimeout(() => {
      setCount(count + 1);
      void revalidate();
    }, EVERY_MS);
    return () => clearTimeout(waiting);
  }, [isWaiting, count, revalidate]);
}
