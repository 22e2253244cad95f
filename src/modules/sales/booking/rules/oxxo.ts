import type { Currency } from "#src/kernel/money.ts";

/** OXXO's limits in centavos, and the share of seats that vouchers may hold (rule payments-11). */
const SMALLEST = 1000;
const LARGEST = 1_000_000;
/** How many days before the day on which what is paid for is needed: cash takes some. */
export const OXXO_DAYS_BEFORE = 5;
const SHARE = 0.2;

type Bill = { amount_minor: number; currency: Currency };

/** Whether an amount is one that OXXO takes: pesos within its limits. */
export const fitsOxxo = ({ amount_minor: amount, currency }: Bill): boolean =>
  currency === "MXN" && amount >= SMALLEST && amount <= LARGEST;

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
  bill: Bill & { people: number },
  departure: OxxoDeparture,
  now: Date,
): boolean {
  const early = departure.starts_at.getTime() - now.getTime() >= OXXO_DAYS_BEFORE * 86_400_000;
  const few = departure.voucher_people + bill.people <= departure.total_spots * SHARE;
  return enabled && fitsOxxo(bill) && early && few;
}
