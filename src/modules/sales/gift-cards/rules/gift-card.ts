import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { fitsOxxo, OXXO_DAYS_BEFORE } from "#src/modules/sales/booking/rules/oxxo.ts";
import { fitsSpei, SPEI_DAYS_BEFORE, type Switches } from "#src/modules/sales/booking/rules/spei.ts";
import { convert, type Currency, type Rates } from "#src/kernel/money.ts";

/** What a purchase of this kind is called where money names it. */
export const GIFT_CARD = "gift_card";
export const giftCardRef = (id: string) => ({ kind: GIFT_CARD, id, part: null }) as const;

/** When a card goes out on its day, in the zone of the house: late enough to wake nobody. */
const SEND_AT = "09:00";
/** A card may be sent at most so many days from now. */
export const MOST_DAYS_AHEAD = 366;
/** So long before a card ends its holder is reminded of what is left. */
export const REMINDER_DAYS = 30;
const DAY_MS = 86_400_000;

/** When a card for a day (`YYYY-MM-DD`, or none) is sent: at once today, otherwise in the morning of that day. */
export function sendAt(day: string, now: Date): Date {
  if (day === "" || day <= dateIn(now, HOME_ZONE)) return now;
  return instantOf(day, SEND_AT, HOME_ZONE);
}

/** Whether a card may be sent on a day: today or later, but not in years. */
export const isSendDay = (day: string, now: Date): boolean =>
  day >= dateIn(now, HOME_ZONE) && day <= dateIn(new Date(now.getTime() + MOST_DAYS_AHEAD * DAY_MS), HOME_ZONE);

/** When a card ends that is sent at a time: so many months later, at the end of that day; null if never (0 months). */
export function endOf(sent: Date, months: number): Date | null {
  if (months === 0) return null;
  const day = Temporal.PlainDate.from(dateIn(sent, HOME_ZONE)).add({ months: months }).add({ days: 1 });
  return instantOf(day.toString(), "00:00", HOME_ZONE);
}

/** The last day of a card that ends as a day begins. */
export const lastDayOf = (end: Date): string => dateIn(new Date(end.getTime() - 1), HOME_ZONE);

/** The limits of a card's amount in whole pesos, in minor units of a currency, rounded to whole units. */
export function limitsIn(currency: Currency, { least, most }: { least: number; most: number }, rates: Rates) {
  const whole = (pesos: number, to: (value: number) => number) =>
    currency === "MXN"
      ? pesos * 100
      : to(convert({ amount: pesos * 100, currency: "MXN" }, currency, rates).amount / 100) * 100;
  return { least: whole(least, Math.ceil), most: whole(most, Math.floor) };
}

export type CardState = "unpaid" | "waiting" | "live" | "used" | "ended" | "void";

type Standing = { state: string; sent_at: Date | null; left: number; expires_at: Date | null };

/** What a card is at a moment, for people. */
export function cardState({ state, sent_at: sent, left, expires_at: end }: Standing, now: Date): CardState {
  if (state === "unpaid" || state === "void") return state;
  if (end !== null && end <= now) return "ended";
  if (left <= 0) return "used";
  return sent === null ? "waiting" : "live";
}

type Bill = { amount_minor: number; currency: Currency };
/** The ways of paying later, each with what it takes and how many days it may take. */
const LATER = [
  { method: "oxxo", enabled: "oxxoEnabled", fits: fitsOxxo, days: OXXO_DAYS_BEFORE },
  { method: "spei", enabled: "speiEnabled", fits: fitsSpei, days: SPEI_DAYS_BEFORE },
] as const;

/**
 * The ways of paying later in which a card may be paid: those by which the money is there before its day. One that is due already goes out
 * whenever it is paid.
 */
export const laterWaysOf = (
  switches: Switches,
  { send_at: planned, ...bill }: Bill & { send_at: Date },
  now: Date,
): ("oxxo" | "spei")[] =>
  LATER.filter(
    ({ enabled, fits, days }) =>
      switches[enabled] && fits(bill) && (planned <= now || planned.getTime() - now.getTime() >= days * DAY_MS),
  ).map(({ method }) => method);

type Returnable = { state: string; gesture: string | null; paid_at: Date | null; amount: number; left: number };

/** Whether its buyer may have the money of a card back: nothing of it was used, and its days aren't over (0 days: never). */
export const mayReturn = (
  { state, gesture, paid_at: paid, amount, left }: Returnable,
  days: number,
  now: Date,
): boolean =>
  state === "live" &&
  gesture === null &&
  paid !== null &&
  left === amount &&
  now.getTime() < paid.getTime() + days * DAY_MS;

/** A card's message may lead nowhere: anybody could otherwise have us mail their links. */
export const hasLink = (text: string): boolean =>
  /https?:|www\.|\b[a-z\d-]+\.(?:com|net|org|mx|info|io|xyz|ru|cn|link|site|top)\b/i.test(text);
