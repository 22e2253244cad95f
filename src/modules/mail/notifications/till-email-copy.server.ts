import { dateInSentence, longDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { TillSubject } from "#src/modules/mail/notifications/read-subject.server.ts";

/** The text of an email to who is named to take a till over. What was counted isn't in it: they count it themselves. */
export function tillText({ t, locale }: EmailContext, { till }: TillSubject, origin: string): EmailCopy {
  if (!till) throw new Error("no email about a till that doesn't wait");
  const city = inLocale(locale, till.city, till.city_es);
  const text = t("emails.till.text");
  return {
    subject: t("emails.till.subject", { city, date: dateInSentence(till.night, locale) }),
    preview: text,
    title: t("emails.till.title"),
    paragraphs: [text],
    facts: [
      ...(till.by === "" ? [] : [[t("emails.till.by"), till.by] as const]),
      [t("emails.till.night"), `${city}, ${longDate(till.night, locale)}`],
    ],
    action: { href: origin + localizedPath("/admin/till", locale), label: t("emails.till.open") },
    reason: t("emails.till.reason"),
  };
}
