import type { Currency } from "#src/kernel/money.ts";

/** What OXXO takes at once, in centavos, and how near to the start and how much of a departure may be paid so (payments.md, Mexico). */
const SMALLEST = 1000;
const LARGEST = 1_000_000;
const DAYS_BEFORE = 5;
const SHARE = 0.2;

export type OxxoDeparture = {
  starts_at: Date;
  total_spots: number;
  /** people of other bookings whose vouchers wait or were paid */
  voucher_people: number;
};

/**
 * Whether a voucher for cash may be given for a bill of `people`: only pesos within what a shop takes, early enough for it to be paid
 * before the departure, and only so that vouchers keep no more than a fifth of the seats.
 */
export function takesOxxo(
  enabled: boolean,
  bill: { amount_minor: number; currency: Currency; people: number },
  departure: OxxoDeparture,
  now: Date,
): boolean {
  const { amount_minor: amount, currency, people } = bill;
  const early = departure.starts_at.getTime() - now.getTime() >= DAYS_BEFORE * 86_400_000;
  const few = departure.voucher_people + people <= departure.total_spots * SHARE;
  return enabled && currency === "MXN" && amount >= SMALLEST && amount <= LARGEST && early && few;
}
