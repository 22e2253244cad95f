import { clockTime, dateInSentence, hours } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { BookingSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";

/** The text of a reminder of a night, in the email's language and the city's time. */
export function reminderText({ t, locale, reference }: EmailContext, about: BookingSubject, link: string): EmailCopy {
  const { booking, kind } = about;
  if (!booking) throw new Error(`no email of kind ${kind} without a booking`);
  const when = kind === "reminder_today" ? "today" : "before";
  const time = clockTime(booking.start_time, locale);
  const crawl = inLocale(locale, booking.title, booking.title_es);
  const meeting = meetingPoint(booking, locale);
  const told = { time, crawl, name: booking.first_name, date: dateInSentence(booking.date, locale) };
  const text = t("emails.reminder.text", told);
  return {
    subject: t(`emails.reminder.${when}.subject`, told),
    preview: meeting ? t("emails.reminder.preview", { place: meeting.place, time }) : text,
    title: t(`emails.reminder.${when}.title`, told),
    paragraphs: [text],
    facts: [
      [t("ticket.time"), hours(booking.start_time, booking.end_time, locale)],
      [t("emails.reminder.people"), String(booking.number_of_people)],
      [t("ticket.city"), inLocale(locale, booking.city, booking.city_es)],
      [t("ticket.reference"), reference],
    ],
    points: [
      ...(meeting
        ? [
            [
              t("emails.confirmation.placeTitle"),
              t("emails.confirmation.place", { place: meeting.place, time }),
              { href: meeting.map, label: t("emails.reminder.map") },
            ] as const,
          ]
        : []),
      [t("emails.confirmation.bringTitle"), t("emails.confirmation.bring")],
    ],
    action: { href: link, label: t("emails.reminder.action") },
  };
}
