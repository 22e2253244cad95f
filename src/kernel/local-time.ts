import { dateFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";

/**
 * The company's zone: for sales days, ledger and logs, and everything that belongs to no city (a coupon, a message, an
 * invitation).
 */
export const HOME_ZONE = "America/Mexico_City";

// Times on site are always in the city's zone: every function takes the IANA zone. Browsers without Temporal use only the Intl
// ones.

/** Whether a text is a month of this century as YYYY-MM. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** A month (YYYY-MM) of a zone as instants: from (inclusive) until (exclusive). */
export function timeOfMonth(month: string, zone = HOME_ZONE): { from: Date; until: Date } {
  const first = Temporal.PlainYearMonth.from(month);
  const start = (of: Temporal.PlainYearMonth) => instantOf(of.toPlainDate({ day: 1 }).toString(), "00:00", zone);
  return { from: start(first), until: start(first.add({ months: 1 })) };
}

/** Whether a text is a day of the calendar in this century, as YYYY-MM-DD: no February 31st, which PostgreSQL refuses. */
export const isDay = (text: string): boolean =>
  /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) &&
  new Date(`${text}T12:00:00Z`).toISOString().startsWith(text);

/**
 * The UTC instant of a local date (YYYY-MM-DD) and time (HH:MM) in an IANA zone; a time skipped by a clock change moves
 * forward.
 */
export const instantOf = (date: string, time: string, zone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds);

/** Start and end instants of a departure: an end that is not after the start is on the next day (20:00 → 01:00). */
export function departureTimes(
  date: string,
  start: string,
  end: string,
  zone: string,
): { startsAt: Date; endsAt: Date } {
  const nextDay = Temporal.PlainDate.from(date)
    .add({ days: end > start ? 0 : 1 })
    .toString();
  return { startsAt: instantOf(date, start, zone), endsAt: instantOf(nextDay, end, zone) };
}

/** The local date (YYYY-MM-DD) of an instant in a zone. */
export const dateIn = (instant: Date, zone: string): string =>
  dateFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);

/** The local time (HH:MM, 24 h) of an instant in a zone. */
export const clockIn = (instant: Date, zone: string): string =>
  dateFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(instant);

/** An instant as local time with its UTC offset: `2026-11-21T20:00:00-06:00` (ISO 8601). Needs Temporal. */
export const isoIn = (instant: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });

// a calendar date has no zone: it is parsed and formatted at UTC noon, so that no zone can shift it
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

/** `Saturday, November 21, 2026` / `sábado, 21 de noviembre de 2026`, first letter capital. */
export function longDate(date: string, locale: Locale, withYear = true): string {
  const text = dateFormat(languageTag(locale), {
    timeZone: "UTC",
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(withYear ? { year: "numeric" } : {}),
  }).format(noon(date));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A long date inside a sentence: Spanish writes `sábado 21 de noviembre` there. */
export const dateInSentence = (date: string, locale: Locale): string => {
  const text = longDate(date, locale, false);
  return locale === "es" ? text.charAt(0).toLowerCase() + text.slice(1).replace(",", "") : text;
};

/** A date with its year: `November 21, 2027` / `21 de noviembre de 2027`. */
export const dayAndYear = (date: string, locale: Locale): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" }).format(
    noon(date),
  );

/** The same where space is short: `Nov 21, 2027` / `21 de nov de 2027`. */
export const dayOf = (date: string, locale: Locale): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" }).format(
    noon(date),
  );

/** A month (2026-11) with its year: `November 2026` / `noviembre de 2026`. */
export const monthAndYear = (month: string, locale: Locale): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", year: "numeric", month: "long" }).format(noon(`${month}-01`));

/**
 * `Sat, Nov 21` / `sáb 21 de nov`; with its year where that differs from `today`'s: `Sun, Oct 31, 2027` / `dom 31 de oct de 2027`.
 * `Intl` writes a comma in Spanish only where there is a year: one list would have both.
 */
export function shortDate(date: string, locale: Locale, today = date): string {
  const text = dateFormat(languageTag(locale), {
    timeZone: "UTC",
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(inYearOf(date, today) ? {} : { year: "numeric" }),
  }).format(noon(date));
  return locale === "es" ? text.replace(",", "") : text;
}

/** A night within the coming weeks by its day: `Fri 27` / `vie 27`. */
export const nightName = (date: string, locale: Locale): string =>
  `${dateFormat(languageTag(locale), { timeZone: "UTC", weekday: "short" }).format(noon(date))} ${Number(date.slice(8))}`;

/** Whether two dates (YYYY-MM-DD) are in the same year. */
export const inYearOf = (date: string, today: string): boolean => date.slice(0, 4) === today.slice(0, 4);

/** A local time (HH:MM) as its language says it: `8:00 PM` / `20:00 hrs` (docs/decisions/076). */
export function clockTime(time: string, locale: Locale): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (locale === "es") return `${twoDigits(hour)}:${twoDigits(minute)} hrs`;
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** The local time of an instant in a zone, as its language says it. */
export const timeIn = (instant: Date, zone: string, locale: Locale): string =>
  clockTime(clockIn(instant, zone), locale);

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A day within the coming weeks as people say it: `Friday 27` / `viernes 27`. */
export function spokenDay(date: string, locale: Locale): string {
  const weekday = dateFormat(languageTag(locale), { timeZone: "UTC", weekday: "long" }).format(noon(date));
  return `${weekday} ${Number(date.slice(8))}`;
}

/** A local time (HH:MM) as people say it: `8 PM`, `8:30 PM` / `las 8`, `la 1`, `las 8:30`. */
export function spokenTime(time: string, locale: Locale): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const clock = `${hour % 12 || 12}${minute === 0 ? "" : `:${twoDigits(minute)}`}`;
  if (locale === "en") return `${clock} ${hour < 12 ? "AM" : "PM"}`;
  return `${hour % 12 === 1 ? "la" : "las"} ${clock}`;
}

/** From when to when in hrs, as the specification writes it in the booking details of both languages: `20:00 – 00:30 hrs`. */
export const hoursInHrs = (start: string, end: string): string => `${start} – ${end} hrs`;

/** From when to when: `8:00 PM – 12:30 AM` / `20:00 – 00:30 hrs`. */
export const hours = (start: string, end: string, locale: Locale): string =>
  locale === "es" ? hoursInHrs(start, end) : `${clockTime(start, locale)} – ${clockTime(end, locale)}`;
