import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LoadedContent } from "#src/modules/mail/notifications/admin/email-content.tsx";
import { EmailDetails } from "#src/modules/mail/notifications/admin/email-details.tsx";
import { EmailState, nameOf } from "#src/modules/mail/notifications/admin/email-words.tsx";
import { SendAgain } from "#src/modules/mail/notifications/admin/send-again.tsx";
import type { OpenEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

type EmailPanelProps = { email: OpenEmail; closeHref: string; previousHref: string | null; nextHref: string | null };

/** One email beside the log. */
export function EmailPanel({ email, ...ways }: EmailPanelProps) {
  const { t, locale } = useText();
  return (
    <SidePanel
      title={nameOf(email, t)}
      meta={<EmailState email={email} />}
      footer={<SendAgain email={email} />}
      {...ways}
    >
      <PanelPart title={t("notifications-admin.details")}>
        <EmailDetails email={email} />
      </PanelPart>
      <PanelPart
        title={t("notifications-admin.preview")}
        aside={
          email.content === "shown" && (
            <AdminLink small to={localizedPath(`/admin/emails/${email.id}`, locale)}>
              {t("notifications-admin.full")}
            </AdminLink>
          )
        }
      >
        <LoadedContent email={email} />
      </PanelPart>
    </SidePanel>
  );
}
