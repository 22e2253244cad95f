import { localizedPath } from "#src/kernel/localized.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { HoldSubject } from "#src/modules/mail/notifications/read-subject.server.ts";

/** The text of an email about unpaid places: a guest's code, or what staff should know. */
export function holdText({ t, locale }: EmailContext, about: HoldSubject, origin: string): EmailCopy {
  if (about.kind === "booking_code") {
    const code = about.payload.token ?? "…";
    return {
      subject: t("emails.code.subject", { code }),
      preview: t("emails.code.text"),
      title: t("emails.code.title"),
      paragraphs: [t("emails.code.text"), t("emails.code.until")],
      code,
      reason: t("emails.code.reason"),
    };
  }
  if (!about.episode) throw new Error("no email about unpaid places without their figures");
  const { unpaid, paid } = about.episode;
  return {
    subject: t("emails.unpaid.subject"),
    preview: t("emails.unpaid.text", { unpaid, paid }),
    title: t("emails.unpaid.title"),
    paragraphs: [t("emails.unpaid.text", { unpaid, paid }), t("emails.unpaid.done")],
    action: { href: origin + localizedPath("/admin/bookings?state=hold", locale), label: t("emails.unpaid.open") },
    reason: t("emails.staff.reason"),
  };
}
