import { clockTime, dateInSentence } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { BookingSubject } from "#src/modules/mail/notifications/read-subject.server.ts";

/** The one email about an unfinished booking. It says nothing that was typed: nobody has proved that the address is theirs. */
export function unfinishedText({ t, locale }: EmailContext, { booking }: BookingSubject, link: string): EmailCopy {
  if (!booking) throw new Error("no email about an unfinished booking without it");
  const title = inLocale(locale, booking.title, booking.title_es);
  const told = {
    crawl: crawlInCity(title, inLocale(locale, booking.city, booking.city_es)),
    date: dateInSentence(booking.date, locale),
    time: clockTime(booking.start_time, locale),
    people: booking.number_of_people,
  };
  return {
    subject: t("emails.unfinished.subject", told),
    preview: t("emails.unfinished.preview"),
    title: t("emails.unfinished.title"),
    paragraphs: [t("emails.unfinished.text", told), t("emails.unfinished.free", told)],
    action: { href: link, label: t("emails.unfinished.action") },
    reason: t("emails.unfinished.reason"),
  };
}
