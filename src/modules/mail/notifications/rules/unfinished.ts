/** The version of the question that a guest ticks at checkout (`booking-checkout.remind`): raise it when its text changes. */
export const QUESTION_VERSION = "1";

/** How late the one email about an unfinished booking may still leave, for example after the worker was down. */
const LATEST_MS = 24 * 3_600_000;

/** No hold lasts longer: a voucher's is seven days. */
const LONGEST_HOLD_MS = 8 * 24 * 3_600_000;

/** The holds that lapsed at a time whose email is due now, as minutes after it: after `from`, up to `to`. */
export type Lapsed = { from: Date; to: Date; agreedAfter: Date };

/** Those holds, and from when on it may have been agreed to. */
export const lapsedBetween = (minutes: number, now: Date): Lapsed => {
  const to = new Date(now.getTime() - minutes * 60_000);
  const from = new Date(to.getTime() - LATEST_MS);
  return { from, to, agreedAfter: new Date(from.getTime() - LONGEST_HOLD_MS) };
};

/** A mailbox gets one such email in so long, whoever typed its address and however often. */
const APART_MS = 7 * 24 * 3_600_000;

/** A mailbox that was written to since this isn't written to. */
export const notSince = (now: Date): Date => new Date(now.getTime() - APART_MS);

/** What has become of an unfinished booking's night since. `left` is null where it isn't on sale anymore. */
type Since = {
  left: number | null;
  people: number;
  isPaid: boolean;
  isBooked: boolean;
  isHeld: boolean;
  isOn: boolean;
};

/** Why a guest isn't to be led back to an unfinished booking anymore, or null. */
export function whyNotLedBack({ left, people, isPaid, isBooked, isHeld, isOn }: Since): string | null {
  if (!isOn) return "it is switched off";
  if (isPaid) return "the payment is in";
  if (isBooked) return "the night is booked already";
  if (isHeld) return "the night is held already";
  if (left === null) return "the sale is closed";
  return left < people ? "the places are gone" : null;
}
