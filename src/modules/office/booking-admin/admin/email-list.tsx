import { Eye, Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { EmailPreview } from "#src/modules/office/booking-admin/admin/email-preview.tsx";
import { LINE } from "#src/modules/office/booking-admin/admin/panel-section.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel, PanelEmail } from "#src/modules/office/booking-admin/rules/panel.ts";
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

/** The guest's emails: status, preview and resend. */
export function EmailList({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { moment } = useWriting(panel);
  const [openEmail, show] = useState<PanelEmail | null>(null);
  const { post, busy, refused } = useAct(panel.id);
  if (panel.emails.length === 0) return <p className="text-text-3">{t("booking-admin.noEmails")}</p>;
  return (
    <>
      <ul>
        {panel.emails.map((email) => (
          <li key={email.id} className={`${LINE} flex-nowrap!`}>
            <span className="mr-auto min-w-0">
              {t("booking-admin.email", { kind: email.kind, about: email.about })}{" "}
              <span className="inline-block text-text-3">{moment(email.at)}</span>
            </span>
            <Badge tone={TONES[email.status] ?? "none"} plain={email.status === "sent"}>
              {email.status === "sent" && email.captured
                ? t("booking-admin.captured")
                : t("booking-admin.emailState", { status: email.status })}
            </Badge>
            <span className="flex shrink-0">
              {panel.may.readEmails && (
                <IconAdminButton label={t("booking-admin.preview")} onClick={() => show(email)}>
                  <Eye aria-hidden size={16} />
                </IconAdminButton>
              )}
              {panel.may.change && (
                <IconAdminButton
                  label={t("booking-admin.resend")}
                  disabled={busy}
                  onClick={() => post({ act: "resend", email_id: email.id, key: crypto.randomUUID() })}
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
      {openEmail && <EmailPreview bookingId={panel.id} email={openEmail} onClose={() => show(null)} />}
    </>
  );
}
