import { useState } from "react";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OpenEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";
import { Send } from "#src/ui/lucide/icons.ts";

/** Sends an email again, or says why it can't be. */
export function SendAgain({ email: { id, again } }: { email: OpenEmail }) {
  const { t, locale } = useText();
  const fetcher = useFetcher<FormAnswer>();
  // the same until it is answered: a request that is repeated sends one email
  const [key, setKey] = useState(() => crypto.randomUUID());
  useFlash(fetcher.data);
  useAnswer(fetcher.data, () => setKey(crypto.randomUUID()));
  if (again.way === null) return <p className="text-text-2">{t(`notifications-admin.again.not.${again.why}`)}</p>;
  const { way } = again;
  const send = () =>
    void fetcher.submit({ intent: way, key }, { method: "post", action: localizedPath(`/admin/emails/${id}`, locale) });
  return (
    <div className="grid gap-1.5">
      <div>
        <AdminButton
          kind={way === "retry" ? "ink" : "plain"}
          icon={<Send aria-hidden size={15} />}
          busy={fetcher.state !== "idle"}
          onClick={send}
        >
          {t(`notifications-admin.again.${way}`)}
        </AdminButton>
      </div>
      {way === "new" && <p className="text-fine text-text-3">{t("notifications-admin.again.newHint")}</p>}
    </div>
  );
}
