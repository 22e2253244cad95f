import type { Currency } from "#src/kernel/money.ts";

/**
 * OXXO's limits in centavos, the minimum days before the start, and the share of seats that vouchers may hold
 * (rule payments-11).
 */
const SMALLEST = 1000;
const LARGEST = 1_000_000;
const DAYS_BEFORE = 5;
const SHARE = 0.2;

export type OxxoDeparture = {
  starts_at: Date;
  total_spots: number;
  /** people of other bookings whose vouchers are pending or paid */
  voucher_people: number;
};

/**
 * Whether a cash voucher may be issued for a bill of `people`: pesos only, within OXXO's limits, early enough to be paid before
 * the departure, and with vouchers holding at most a fifth of the seats.
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
