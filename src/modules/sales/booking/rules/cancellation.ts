import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";

/** The current refund rule and the date of its text (spec section 9: terms last updated). Stored on the booking at purchase. */
export const REFUND_RULE = { rule: "full_until_24h", version: "2025-05-21" } as const;

/**
 * The refund for cancelling a confirmed booking now, in minor units of what was paid: everything until the deadline (at least 24
 * h before the start) or when the operator cancels the departure, otherwise nothing.
 */
export function refundOf(input: { paid: number; startsAt: Date; now: Date; byOperator: boolean }): number {
  return input.byOperator || input.now <= refundDeadline(input.startsAt) ? input.paid : 0;
}
