import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";

/** The current refund rule and the date of its text (spec section 9: terms last updated). Stored on the booking at purchase. */
export const REFUND_RULE = { rule: "full_until_24h", version: "2025-05-21" } as const;

/** Why a cancellation is refunded or not: the operator called the night off, or the guest cancels by the deadline or after it. */
export type RefundRuling = "operator" | "inTime" | "late";

/** Which of them it is. */
export const refundRuling = (input: { startsAt: Date; now: Date; byOperator: boolean }): RefundRuling =>
  input.byOperator ? "operator" : input.now <= refundDeadline(input.startsAt) ? "inTime" : "late";

/**
 * The refund for cancelling a confirmed booking now, in minor units of what was paid: everything until the deadline (at least 24
 * h before the start) or when the operator cancels the departure, otherwise nothing.
 */
export function refundOf(input: { paid: number; startsAt: Date; now: Date; byOperator: boolean }): number {
  return refundRuling(input) === "late" ? 0 : input.paid;
}

/**
 * The credit for cancelling a confirmed booking now, in minor units of what was paid: so many percent of it, rounded down, where the
 * guest cancels too late for a refund but before the start (docs/decisions/212). Who doesn't come gets nothing.
 */
export function lateCreditOf({ paid, percent, startsAt, now }: LateCredit): number {
  const isLate = refundRuling({ startsAt, now, byOperator: false }) === "late" && now < startsAt;
  return isLate ? Math.floor((paid * percent) / 100) : 0;
}
type LateCredit = { paid: number; percent: number; startsAt: Date; now: Date };
