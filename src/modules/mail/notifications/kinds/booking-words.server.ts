import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import {
  clockTime,
  dateIn,
  dateInSentence,
  hours,
  longDate,
  spokenDay,
  spokenTime,
  timeIn,
} from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";

// What emails about bookings say in the same way: in the email's language and the city's time.

export type Facts = readonly (readonly [label: string, value: string])[];

export const money = (amount: number, currency: string, locale: Locale): string =>
  formatMoney({ amount, currency: currency as Currency }, locale);

/** `Friday, November 20 at 8:00 PM` in the city's zone. */
export const momentInside = ({ t, locale }: EmailContext, instant: Date, zone: string): string =>
  t("emails.moment", { date: dateInSentence(dateIn(instant, zone), locale), time: timeIn(instant, zone, locale) });

/** What an operator's text about a booking can insert (`OF_BOOKING`). */
export const valuesOf = (booking: BookedDeparture, locale: Locale) => ({
  name: booking.first_name,
  reference: booking.reference,
  date: dateInSentence(booking.date, locale),
  weekday: spokenDay(booking.date, locale),
  time: clockTime(booking.start_time, locale),
  hour: spokenTime(booking.start_time, locale),
  hours: hours(booking.start_time, booking.end_time, locale),
  people: booking.number_of_people,
  crawl: crawlOf(booking, locale),
  city: cityOf(booking, locale),
  place: meetingPoint(booking, locale)?.place ?? "",
});

export const crawlOf = (booking: BookedDeparture, locale: Locale) => inLocale(locale, booking.title, booking.title_es);
export const cityOf = (booking: BookedDeparture, locale: Locale) => inLocale(locale, booking.city, booking.city_es);

/** What a guest has booked, with the crawl named in its city. */
export const nightOf = (booking: BookedDeparture, locale: Locale) => ({
  crawl: crawlInCity(crawlOf(booking, locale), cityOf(booking, locale)),
  date: dateInSentence(booking.date, locale),
  time: clockTime(booking.start_time, locale),
});

/** Where a departure meets, as its crawl says. */
export const departureAt = (booking: BookedDeparture, locale: Locale) =>
  inLocale(locale, booking.meeting_place, booking.meeting_place_es);

/** The night as staff write it. */
export const departureOf = ({ date, start_time: start }: BookedDeparture, locale: Locale): string =>
  `${longDate(date, locale, false)}, ${start}`;

/** The details of the booking in an email to staff. */
export function staffFacts({ t, locale, reference }: EmailContext, booking: BookedDeparture): Facts {
  const guest = `${`${booking.first_name} ${booking.last_name}`.trim()}, ${t("emails.people", { people: booking.number_of_people })}`;
  return [
    [t("emails.staff.booking"), reference],
    [t("emails.staff.guest"), guest],
    [t("emails.staff.departure"), departureOf(booking, locale)],
    [t("emails.staff.amount"), money(booking.total_price, booking.currency, locale)],
  ];
}

/** The button that leads to the booking. */
export const seeBooking = ({ t }: EmailContext, href: string) => ({ href, label: t("emails.seeBooking") });

type Reviewed = { provider: string; external_id: string | null; id: string; review_reason: string | null } | undefined;

/** Which payment staff have to look at, and why. */
export function reviewFacts(t: Text, payment: Reviewed, reason: string): [string, string][] {
  const whys: Record<string, string> = {
    wrong_amount: t("emails.staff.why.wrong_amount"),
    wrong_currency: t("emails.staff.why.wrong_currency"),
    dispute: t("emails.staff.why.dispute"),
    dispute_won: t("emails.staff.why.dispute_won"),
    dispute_lost: t("emails.staff.why.dispute_lost"),
    credit_used: t("emails.staff.why.credit_used"),
    warning: t("emails.staff.why.warning"),
    refund_waits: t("emails.staff.why.refund_waits"),
    refund_manual: t("emails.staff.why.refund_manual"),
    refund_returned: t("emails.staff.why.refund_returned"),
    external_refund: t("emails.staff.why.external_refund"),
    external_refund_whole: t("emails.staff.why.external_refund_whole"),
  };
  return [
    [t("emails.staff.payment"), payment ? `${payment.provider}, ${payment.external_id ?? payment.id}` : "–"],
    [t("emails.staff.why"), whys[reason] ?? reason],
  ];
}

/** Reasons of payment reviews that staff close by deciding: after that the email is obsolete. */
const CLOSED_BY_REVIEW = ["wrong_amount", "wrong_currency", "dispute"];

/** Why staff needn't be told of a payment any more; null while they do. */
export const whyReviewed = (payment: { review_reason: string | null } | undefined, reason: string): string | null =>
  payment?.review_reason || !CLOSED_BY_REVIEW.includes(reason) ? null : "the payment was reviewed";
