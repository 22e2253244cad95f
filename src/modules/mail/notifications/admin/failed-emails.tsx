import { Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { type FailedEmails as Failed, type Obsolete, OBSOLETE } from "#src/modules/mail/notifications/rules/failed.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const OF_NO_USE: Record<Obsolete, MessageId> = {
  is_replaced: "operations.failed.is_replaced",
  link_gone: "operations.failed.link_gone",
  night_over: "operations.failed.night_over",
  nobody: "operations.failed.nobody",
};

type FailedEmailsProps = {
  failed: Failed;
  /** whether another email is trying a mail server that takes nothing */ isAway: boolean;
};

/** The emails that were given up: what becomes of them, and a button that sends those again that are of use. */
export function FailedEmails({ failed: { away, refused, obsolete, since }, isAway }: FailedEmailsProps) {
  const { t } = useText();
  const submit = useSubmit();
  const busy = useNavigation().formMethod === "POST";
  const [isAsked, setAsked] = useState(false);
  const [isChosen, setChosen] = useState(false);
  // where only refused ones are left there is nothing else to send
  const withRefused = isChosen || away === 0;
  const aside = OBSOLETE.map((why) => ({ why, count: obsolete[why] ?? 0 })).filter(({ count }) => count > 0);
  const asideCount = aside.reduce((sum, { count }) => sum + count, 0);
  const count = away + (withRefused ? refused : 0);
  const label =
    count > 0 ? t("operations.failed.send", { count }) : t("operations.failed.clear", { count: asideCount });
  const send = () => {
    setAsked(false);
    void submit({ intent: "resend", refused: String(withRefused) }, { method: "post", preventScrollReset: true });
  };
  return (
    <Panel title={t("operations.failed.title")}>
      <div className="grid max-w-[44rem] gap-3">
        {since && (
          <p className="text-fine text-text-2">
            {t("operations.failed.since")} <Moment at={since} />
          </p>
        )}
        <ul className="grid gap-1.5 text-text">
          {away > 0 && <li>{t("operations.failed.away", { count: away })}</li>}
          {refused > 0 && <li>{t("operations.failed.refused", { count: refused })}</li>}
          {aside.map(({ why, count: those }) => (
            <li key={why} className="text-text-2">
              {t(OF_NO_USE[why], { count: those })}
            </li>
          ))}
        </ul>
        {refused > 0 && away > 0 && (
          <AdminCheck checked={withRefused} onChange={(event) => setChosen(event.target.checked)}>
            {t("operations.failed.withRefused", { count: refused })}
          </AdminCheck>
        )}
        {isAway ? (
          <p className="text-fine text-text-2">{t("operations.failed.notYet")}</p>
        ) : (
          <div>
            <AdminButton kind="ink" icon={<Send aria-hidden size={15} />} busy={busy} onClick={() => setAsked(true)}>
              {label}
            </AdminButton>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={isAsked}
        title={label}
        confirmLabel={label}
        cancelLabel={t("operations.failed.not")}
        onConfirm={send}
        onClose={() => setAsked(false)}
      >
        {count > 0 && <p>{t("operations.failed.effect", { count })}</p>}
        {asideCount > 0 && <p className="mt-2">{t("operations.failed.aside", { count: asideCount })}</p>}
        {!withRefused && refused > 0 && <p className="mt-2">{t("operations.failed.left", { count: refused })}</p>}
      </ConfirmDialog>
    </Panel>
  );
}
