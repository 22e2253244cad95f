/**
 * Why a message is dead. `payment_unknown`: its payment isn't ours, or was lost. `money_without_booking`: that, and its provider
 * says that money arrived. `failed`: processing failed.
 */
export const DEAD_REASONS = ["payment_unknown", "money_without_booking", "failed"] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/**
 * Tries per message. The queue waits e^n seconds after the n-th try, six hours at most (graphile-worker's own back-off): twelve
 * waits are 22 hours.
 */
export const MAX_EVENT_TRIES = 13;

/** A payment is written before the guest is redirected: one still missing after seven waits, half an hour, never will be. */
export const MAX_UNKNOWN_TRIES = 8;

/** Whether this try, the n-th, is a message's last. */
export const isLastTry = (failure: "payment_unknown" | "failed", tries: number): boolean =>
  tries >= (failure === "failed" ? MAX_EVENT_TRIES : MAX_UNKNOWN_TRIES);

/** Whether staff are notified of a dead message. The account may serve others too: their messages are only listed. */
export const isAlarming = (reason: DeadReason): boolean => reason !== "payment_unknown";
