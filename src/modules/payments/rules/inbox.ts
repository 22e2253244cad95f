/**
 * Why a message's tries have ended. `payment_unknown`: about a payment that isn't ours, or was lost. `money_without_booking`: that, and
 * its provider says that money came. `failed`: it could not be worked on.
 */
export const DEAD_REASONS = ["payment_unknown", "money_without_booking", "failed"] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/**
 * A message is tried this often. The queue waits e^n seconds after the n-th try, six hours at most (graphile-worker's own back-off):
 * twelve waits are 22 hours.
 */
export const MAX_EVENT_TRIES = 13;

/** A payment is written before its guest is sent away: one that isn't there after seven waits, half an hour, never will be. */
export const MAX_UNKNOWN_TRIES = 8;

/** Whether a message is given up after so many tries, the present one counted. */
export const isLastTry = (failure: "payment_unknown" | "failed", tries: number): boolean =>
  tries >= (failure === "failed" ? MAX_EVENT_TRIES : MAX_UNKNOWN_TRIES);

/** Whether a person must hear of a message that was given up. The account may serve others too: their messages are only listed. */
export const isAlarming = (reason: DeadReason): boolean => reason !== "payment_unknown";

/** For how long the body of a message is kept: it may name whoever paid. Nothing of it is needed to work on the message. */
export const KEEP_BODIES_MS = 30 * 24 * 3_600_000;
