import { Eye, Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { MailPreview } from "#src/modules/sales/admin/mail-preview.tsx";
import { LINE } from "#src/modules/sales/admin/panel-section.tsx";
import { useAct } from "#src/modules/sales/admin/use-act.ts";
import { useWriting } from "#src/modules/sales/admin/use-writing.ts";
import type { Panel, PanelMail } from "#src/modules/sales/rules/panel.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { IconAdminButton } from "#src/ui/admin/button.tsx";

const TONES: Record<string, Tone> = {
  queued: "waiting",
  sending: "waiting",
  sent: "done",
  retry: "waiting",
  failed: "failed",
  withheld: "none",
};

/** The mails to the guest: how each stands, how it looks, and sending it again. */
export function MailList({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { moment } = useWriting(panel);
  const [shown, show] = useState<PanelMail | null>(null);
  const { post, busy, refused } = useAct(panel.id);
  if (panel.mails.length === 0) return <p className="text-text-3">{t("reservation.noMails")}</p>;
  return (
    <>
      <ul>
        {panel.mails.map((mail) => (
          <li key={mail.id} className={`${LINE} flex-nowrap!`}>
            <span className="mr-auto min-w-0">
              {t("reservation.mail", { kind: mail.kind })}{" "}
              <span className="inline-block text-text-3">{moment(mail.at)}</span>
            </span>
            <Badge tone={TONES[mail.status] ?? "none"} plain={mail.status === "sent"}>
              {mail.status === "sent" && mail.captured
                ? t("reservation.captured")
                : t("reservation.mailState", { status: mail.status })}
            </Badge>
            <span className="flex shrink-0">
              {panel.may.readMails && (
                <IconAdminButton label={t("reservation.preview")} onClick={() => show(mail)}>
                  <Eye aria-hidden size={16} />
                </IconAdminButton>
              )}
              {panel.may.change && (
                <IconAdminButton
                  label={t("reservation.resend")}
                  disabled={busy}
                  onClick={() => post({ act: "resend", email_id: mail.id, key: crypto.randomUUID() })}
                >
                  <Send aria-hidden size={16} />
                </IconAdminButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {refused && (
        <p role="alert" className="font-medium text-low-text">
          {refused}
        </p>
      )}
      {shown && <MailPreview bookingId={panel.id} mail={shown} onClose={() => show(null)} />}
    </>
  );
}
