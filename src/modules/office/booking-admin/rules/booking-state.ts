// What a booking and its money are in the list, and what counts them.

/** A booking's own state in the list. */
export type ShownState = "confirmed" | "hold" | "voucher" | "bank" | "by_hand" | "lapsed" | "cancelled";
/** What somebody has to do about a booking's money, or what became of it. What needs a person takes precedence. */
export type MoneyState =
  | "disputed"
  | "lost"
  | "review"
  | "refund_failed"
  | "hand_over"
  | "terminal"
  | "transfer"
  | "refunding"
  | "refunded"
  | "part_refunded";

type Facts = {
  status: string;
  cancel_reason: string | null;
  hold_expires_at: Date;
  voucher_until: Date | null;
  kept_for: string | null;
};

/** Why an unpaid basket ended. */
export const LAPSED_REASONS = ["expired", "replaced", "payment_cancelled"] as const;

export function stateOf(booking: Facts, now: Date): ShownState {
  if (booking.status === "confirmed") return "confirmed";
  if (booking.status === "pending") {
    if (booking.hold_expires_at <= now) return "lapsed";
    if (booking.kept_for === "bank" || booking.kept_for === "by_hand") return booking.kept_for;
    return booking.voucher_until && booking.voucher_until > now ? "voucher" : "hold";
  }
  return (LAPSED_REASONS as readonly (string | null)[]).includes(booking.cancel_reason) ? "lapsed" : "cancelled";
}

/** What has to be done about the money, and how much was given back. */
type MoneyFacts = {
  status: string;
  /** whether a guest's bank has taken the money, while it decides or for good */
  dispute: "open" | "lost" | null;
  review: boolean;
  refund_failed: boolean;
  hand_over: boolean;
  terminal: boolean;
  transfer: boolean;
  refunding: boolean;
  given_back: number;
};

export function moneyStateOf(booking: MoneyFacts): MoneyState | null {
  if (booking.dispute) return booking.dispute === "open" ? "disputed" : "lost";
  const first = (["review", "refund_failed", "hand_over", "terminal", "transfer", "refunding"] as const).find(
    (one) => booking[one],
  );
  if (first) return first;
  if (booking.given_back === 0) return null;
  return booking.status === "confirmed" ? "part_refunded" : "refunded";
}

/**
 * What an amount of the list counts as: `confirmed` and `waiting` are prices, `back` is money that was given back, `taken` what
 * guests' banks have taken.
 */
export const SUMS = ["confirmed", "waiting", "back", "taken"] as const;
export type SumOf = (typeof SUMS)[number];

/** Under which sum a booking's price and people count; null where nothing came of it. */
export const sumOfState = (state: ShownState): "confirmed" | "waiting" | null =>
  state === "confirmed" ? "confirmed" : state === "lapsed" || state === "cancelled" ? null : "waiting";
