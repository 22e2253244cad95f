import type { Currency } from "#src/kernel/money.ts";
import { type OxxoDeparture, takesOxxo } from "#src/modules/sales/booking/rules/oxxo.ts";

/** The least that is charged, in centavos, and the share of seats that wait for money on its way. */
const SMALLEST = 1000;
/** How many days before the day on which what is paid for is needed: a weekend of banks. */
export const SPEI_DAYS_BEFORE = 3;
const SHARE = 0.2;

type Amount = { amount_minor: number; currency: Currency };
type Bill = Amount & { people: number };

/** Whether an amount may be transferred: pesos, and not too few. */
export const fitsSpei = ({ amount_minor: amount, currency }: Amount): boolean =>
  currency === "MXN" && amount >= SMALLEST;

/** Whether a bill may be paid by transfer: pesos, early enough for a weekend of banks, and few seats waiting, as with vouchers. */
export function takesSpei(enabled: boolean, bill: Bill, departure: OxxoDeparture, now: Date): boolean {
  const early = departure.starts_at.getTime() - now.getTime() >= SPEI_DAYS_BEFORE * 86_400_000;
  const few = departure.voucher_people + bill.people <= departure.total_spots * SHARE;
  return enabled && fitsSpei(bill) && early && few;
}

export type Switches = { oxxoEnabled: boolean; speiEnabled: boolean };

/** The ways of paying later that a bill of a departure may be paid in. */
export const laterWays = (
  { oxxoEnabled, speiEnabled }: Switches,
  bill: Bill,
  departure: OxxoDeparture,
  now: Date,
): ("oxxo" | "spei")[] => [
  ...(takesOxxo(oxxoEnabled, bill, departure, now) ? ["oxxo" as const] : []),
  ...(takesSpei(speiEnabled, bill, departure, now) ? ["spei" as const] : []),
];
