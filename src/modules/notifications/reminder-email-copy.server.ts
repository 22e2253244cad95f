import { clockTime, dateInSentence, hours } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { EmailCopy } from "#src/modules/notifications/email-copy.server.ts";
import type { EmailContext } from "#src/modules/notifications/emails/layout.tsx";
import { meetingPoint } from "#src/modules/notifications/rules/meeting-point.ts";
import type { BookedDeparture } from "#src/modules/tickets/queries.server.ts";

type About = { booking: BookedDeparture };

/** The text of a reminder, in the email's language and the city's time. */
const reminder =
  (when: "before" | "today") =>
  ({ t, locale, reference }: EmailContext, { booking }: About, links: { booking: string }): EmailCopy => {
    const time = clockTime(booking.start_time, locale);
    const crawl = inLocale(locale, booking.title, booking.title_es);
    const meeting = meetingPoint(booking, locale);
    const told = { time, crawl, name: booking.first_name, date: dateInSentence(booking.date, locale) };
    return {
      subject: t(`emails.reminder.${when}.subject`, told),
      preview: meeting ? t("emails.reminder.preview", { place: meeting.place, time }) : t("emails.reminder.text", told),
      title: t(`emails.reminder.${when}.title`, told),
      paragraphs: [t("emails.reminder.text", told)],
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
      action: { href: links.booking, label: t("emails.reminder.action") },
    };
  };

export const reminderDayBefore = reminder("before");
export const reminderToday = reminder("today");
