import { convert, type Currency, type Money, type Rates, round } from "#src/kernel/money.ts";

/** What a rule takes off the price of a place: whole percent, or an amount in minor units of `currency`. */
export type RuleEffect = { percent: number | null; amount: number | null; currency: string | null };

/**
 * What lowers the price of a place, and when (rule prices-1). A condition that is null, or an empty list, is none; days are YYYY-MM-DD,
 * weekdays 1 (Monday) to 7. A booking keeps the one that lowered its price as it was then.
 */
export type PriceRule = RuleEffect & {
  id: string;
  name: string;
  name_es: string;
  city_id: string | null;
  crawl_id: string | null;
  /** booked at least, and at most, so many days before the night */
  days_from: number | null;
  days_to: number | null;
  /** the first and the last night */
  date_from: string | null;
  date_to: string | null;
  weekdays: readonly number[];
  people_from: number | null;
  people_to: number | null;
  /** only while no more places than these are left */
  places_left: number | null;
  /** only for guests of this partner: who came by its link or QR code, or books at its desk */
  partner_id: string | null;
  /** only for a guest who has so many nights, this one included, of those at most so many days before or after it; both or neither */
  nights_from: number | null;
  nights_days: number | null;
  /** whether a coupon is taken off what the rule leaves; otherwise the better of both applies */
  with_codes: boolean;
};

/** A rule as a booking keeps it: with when it was first promised (ms), where the booking has it by a promise alone. */
export type KeptRule = PriceRule & { promised_at?: number };

/** What a price may depend on of who books: the partner who sent them, and the days of the other nights that they have booked. */
export type PricedGuest = { partner_id: string | null; nights: readonly string[] };

/** Who nothing is known of: whoever reads a list. */
export const ANYBODY: PricedGuest = { partner_id: null, nights: [] };

/** A night as its rules see it: the crawl it is sold as, the day in its city, and for whom it is priced. */
export type PricedNight = {
  crawl_id: string;
  city_id: string;
  date: string;
  today: string;
  left: number;
  guest: PricedGuest;
};

const DAY_MS = 86_400_000;

/** How many days lie between two days (YYYY-MM-DD). */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

const isWithin = <T extends number | string>(value: T, from: T | null, to: T | null): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/** Whether a rule is for a night at all, whenever and by whomever it is booked: its place, date and weekday. */
export const isForNight = (rule: PriceRule, night: Pick<PricedNight, "crawl_id" | "city_id" | "date">): boolean =>
  (rule.city_id === null || rule.city_id === night.city_id) &&
  (rule.crawl_id === null || rule.crawl_id === night.crawl_id) &&
  isWithin(night.date, rule.date_from, rule.date_to) &&
  (rule.weekdays.length === 0 || rule.weekdays.includes(weekdayOf(night.date)));

const isForMoment = (rule: PriceRule, { date, today, left }: PricedNight): boolean =>
  isWithin(daysBetween(today, date), rule.days_from, rule.days_to) &&
  (rule.places_left === null || (left > 0 && left <= rule.places_left));

/** Whether a rule is for a guest who books the night of `date`. Rules that bookings keep may be older than these conditions. */
const isForGuest = (rule: PriceRule, { date, guest }: Pick<PricedNight, "date" | "guest">): boolean =>
  (!rule.partner_id || rule.partner_id === guest.partner_id) &&
  (!rule.nights_from || nightsNear(guest.nights, date, rule.nights_days ?? 0) >= rule.nights_from);

/** How many nights somebody has with that of `date`, of those at most so many days before or after it. */
const nightsNear = (nights: readonly string[], date: string, days: number): number =>
  new Set([date, ...nights.filter((one) => Math.abs(daysBetween(one, date)) <= days)]).size;

/** Whether anybody may have a rule, whoever they are. */
export const isForAnybody = (rule: PriceRule): boolean => !rule.partner_id && !rule.nights_from;

/** Whether a rule is for a party of so many; null: for a party of any size. */
export const isForParty = ({ people_from: from, people_to: to }: PriceRule, people: number | null): boolean =>
  people === null ? (from ?? 1) <= 1 && to === null : isWithin(people, from, to);

/** The rules that apply to a party on a night now, in their order. `people` null: whatever its size. */
export const rulesFor = (rules: readonly PriceRule[], night: PricedNight, people: number | null): PriceRule[] =>
  rules.filter((rule) => isForBooking(rule, night) && isForParty(rule, people));

const isForBooking = (rule: PriceRule, night: PricedNight): boolean =>
  isForNight(rule, night) && isForMoment(rule, night) && isForGuest(rule, night);

/** A price with what a rule takes off it, in its currency: rounded once, at least zero, never more than the price. */
export function reducedBy({ percent, amount, currency }: RuleEffect, price: Money, rates: Rates): Money {
  const off =
    percent === null
      ? convert({ amount: amount ?? 0, currency: (currency ?? price.currency) as Currency }, price.currency, rates)
          .amount
      : round((price.amount * percent) / 100);
  return { ...price, amount: Math.max(0, price.amount - off) };
}

/**
 * The lowest price of a place: that of now, or what one rule makes of the regular price (rule prices-2). Of rules that lower it
 * alike the first applies; null: none lowers it.
 */
export function lowestPrice(
  { now, regular }: { now: Money; regular: Money },
  rules: readonly PriceRule[],
  rates: Rates,
): { price: Money; rule: PriceRule | null } {
  let lowest: { price: Money; rule: PriceRule | null } = { price: now, rule: null };
  for (const rule of rules) {
    const price = reducedBy(rule, regular, rates);
    if (price.amount < lowest.price.amount) lowest = { price, rule };
  }
  return lowest;
}

/** The last day (YYYY-MM-DD) on which a night can be booked under a rule; null: until its sales close. */
export const lastDayToBook = ({ days_from: days }: Pick<PriceRule, "days_from">, night: string): string | null =>
  days === null || days === 0 ? null : dayBefore(night, days);

/** The sizes of a party, ascending, from which on the price on a night may be another now; at most `most`. */
export const partySizes = (rules: readonly PriceRule[], night: PricedNight, most: number): number[] =>
  sizesOf(
    rules.filter((rule) => isForBooking(rule, night)),
    most,
  );

/** The same of rules, wherever and whenever they apply. */
export function sizesOf(rules: readonly PriceRule[], most: number): number[] {
  const sizes = rules
    .filter((rule) => !isForParty(rule, null))
    .flatMap(({ people_from: from, people_to: to }) => [from ?? 1, ...(to === null ? [] : [to + 1])]);
  return [...new Set(sizes)].filter((size) => size <= most).toSorted((a, b) => a - b);
}

/**
 * What of a booking's own rule another night is priced with (rule prices-5): the day of booking and the size of the party stay as they
 * were, while place, date and weekday must fit; the last places of a night are that night's alone. Null where it doesn't fit.
 */
export const ownRuleOn = (
  rule: PriceRule | null,
  night: Pick<PricedNight, "crawl_id" | "city_id" | "date">,
): PriceRule | null => (rule && rule.places_left === null && isForNight(rule, night) ? rule : null);
