import type { EmailCopy } from "#src/modules/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/notifications/emails/layout.tsx";

/** The text of an email to a partner with the link of their own page, `link`. */
export const partnerText = ({ t }: EmailContext, name: string, link: string): EmailCopy => ({
  subject: t("emails.partnerLink.subject"),
  preview: t("emails.partnerLink.preview"),
  title: t("emails.partnerLink.title", { name }),
  paragraphs: [t("emails.partnerLink.text"), t("emails.partnerLink.private")],
  action: { href: link, label: t("emails.partnerLink.action") },
  reason: t("emails.partnerLink.reason"),
});
