/** How an outcome's message is delivered. */
export const DELIVERIES = ["normal", "late", "twice", "reversed", "never"] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Milliseconds from now at which copies of a message are sent; `older` is a payment.pending from before the outcome. */
type Plan = { event: readonly number[]; older: readonly number[] };

export const PLANS: Record<Delivery, Plan> = {
  normal: { event: [0], older: [] },
  late: { event: [30_000], older: [] },
  twice: { event: [0, 0], older: [] },
  reversed: { event: [0], older: [2_000] },
  never: { event: [], older: [] },
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const WAITS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE];

/** Milliseconds to wait after the `attempt`-th try (counted from 1) failed; null when it was the last. */
export const waitAfter = (attempt: number): number | null => WAITS[attempt - 1] ?? null;
