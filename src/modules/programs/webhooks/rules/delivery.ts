import type { CallAnswer } from "#src/platform/call-out.server.ts";

/** The most that is waited after each failure, in seconds; the last one repeats until the three days are over. */
const WAITS_S = [10, 60, 300, 1200, 3600, 2 * 3600, 4 * 3600, 8 * 3600] as const;
/** For how long a message is tried: three days. */
const TRIED_MS = 3 * 86_400_000;
/** A pause that somebody asks for isn't longer. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When to try again after `attempts` failures, the first of them at `firstAt`; null after the last one. The wait is any part of its
 * step (`random` from 0 to 1: full jitter), so that messages that failed together don't return together. The last try is when the three
 * days are over.
 */
export function nextTry(attempts: number, firstAt: Date, now: Date, random: number): Date | null {
  const end = firstAt.getTime() + TRIED_MS;
  if (now.getTime() >= end) return null;
  const wait = WAITS_S[Math.min(attempts, WAITS_S.length) - 1]!;
  // at least a second: a wait of nothing is no wait
  return new Date(Math.min(now.getTime() + Math.max(1000, random * wait * 1000), end));
}

/**
 * Until when a receiver asks not to be called (RFC 9110, section 10.2.3: seconds, or a date), at most an hour; null where it doesn't say,
 * or nothing that can be read.
 */
export function pauseUntil(retryAfter: string | null, now: Date): Date | null {
  if (retryAfter === null) return null;
  const at = /^\d+$/.test(retryAfter) ? now.getTime() + Number(retryAfter) * 1000 : Date.parse(retryAfter);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + LONGEST_PAUSE_MS));
}

export type Outcome =
  | { state: "delivered" }
  /** `pause`: until when the endpoint as a whole is not called */
  | { state: "queued"; nextAt: Date; pause: Date | null }
  /** `gone`: the endpoint wants no more messages (410) */
  | { state: "dead"; gone: boolean };

const ASKS_FOR_PAUSE = [429, 503];

/** What becomes of a message by what its receiver answered. `attempts`: with this one. */
export function outcomeOf(
  answer: CallAnswer,
  { attempts, firstAt, now, random }: { attempts: number; firstAt: Date; now: Date; random: number },
): Outcome {
  if (answer.ok && answer.status >= 200 && answer.status < 300) return { state: "delivered" };
  if (answer.ok && answer.status === 410) return { state: "dead", gone: true };
  const nextAt = nextTry(attempts, firstAt, now, random);
  if (!nextAt) return { state: "dead", gone: false };
  const pause = answer.ok && ASKS_FOR_PAUSE.includes(answer.status) ? pauseUntil(answer.retryAfter, now) : null;
  return { state: "queued", nextAt: pause && pause > nextAt ? pause : nextAt, pause };
}

/** Why there was no answer, as it is stored: a word of ours, and what the network said. */
export const errorOf = (answer: CallAnswer): string | null =>
  answer.ok ? null : [answer.why, answer.says].filter(Boolean).join(" ").slice(0, 200);
