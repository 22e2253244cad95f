import { holdEnd, holdLives } from "#src/modules/sales/booking/rules/states.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

/**
 * `short`: made while unpaid places pile up, or beyond what the guest's network may keep. `prolonged`: the one payment that makes a
 * short hold a normal one has been started. `agreed`: until the day by which a group is to pay, as its offer said (docs/decisions/214):
 * nothing that happens to a payment ends it sooner.
 */
export type HoldLength = "normal" | "short" | "prolonged" | "agreed";
export type Hold = { expires: Date; length: HoldLength };

type Minutes = Pick<AppSettings, "holdMinutes" | "holdLimitMinutes" | "unpaid">;

const shortly = (settings: Minutes): Minutes => ({
  ...settings,
  holdMinutes: Math.min(settings.holdMinutes, settings.unpaid.shortHoldMinutes),
});

/** A new booking's hold. */
export const firstHold = (now: Date, isShort: boolean, settings: Minutes): Hold => ({
  expires: holdEnd(now, now, isShort ? shortly(settings) : settings),
  length: isShort ? "short" : "normal",
});

/** Places that a group is promised until then. */
export const agreedHold = (until: Date): Hold => ({ expires: until, length: "agreed" });

/** Places that a phone has sold already are kept for as long as its reserve is: a day after the night. */
export const soldHold = (now: Date, endsAt: Date): Hold => ({
  expires: new Date(Math.max(now.getTime(), endsAt.getTime()) + 24 * 3_600_000),
  length: "normal",
});

type Held = { created_at: Date; hold_expires_at: Date; hold_length: HoldLength };
/** `paying`: a payment is being started; `pressed`: unpaid places pile up; `proven`: the guest has shown that they read their email. */
type Moment = { now: Date; paying: boolean; pressed: boolean; proven: boolean };

/** A payment takes minutes: what is left of a hold is enough for it from here on. */
const ENOUGH_TO_PAY_MS = 15 * 60_000;

/**
 * Whether places are kept longer only for a guest who shows that they read their email: while `pressed`, what has lapsed, what a
 * voucher would keep for days, and a hold that is too short to be paid in. Who starts to pay in time is not asked.
 */
export function asksProof(
  held: Held & { status: string },
  moment: Moment & { voucher: boolean },
  settings: Minutes,
): boolean {
  if (!moment.pressed || moment.proven) return false;
  if (!holdLives(held, moment.now) || moment.voucher) return true;
  const isEnough = held.hold_expires_at.getTime() - moment.now.getTime() >= ENOUGH_TO_PAY_MS;
  return !isEnough && extendedHold(held, { ...moment, proven: true }, settings).expires > held.hold_expires_at;
}

/** Whether a hold is short as things are: everybody's is while `pressed`, which is unpaid places piling up. */
const isShortNow = ({ hold_length }: Pick<Held, "hold_length">, pressed: boolean): boolean =>
  pressed || hold_length === "short" || hold_length === "prolonged";

/**
 * A live hold that is extended: a normal one each time within the limit of all holds, a short one only once, by starting a payment
 * (`paying`), and while `pressed` only for whoever has shown that they read their email.
 */
export function extendedHold(held: Held, { now, paying, pressed, proven }: Moment, settings: Minutes): Hold {
  const { hold_expires_at: current, hold_length: length } = held;
  if (length === "agreed" || (pressed && !proven)) return { expires: current, length };
  const isShort = isShortNow(held, pressed);
  if (isShort && (!paying || length === "prolonged")) return { expires: current, length };
  const end = holdEnd(now, held.created_at, settings);
  return { expires: end > current ? end : current, length: isShort ? "prolonged" : length };
}

/**
 * A lapsed hold that is taken again: a short one is short again, unless a payment takes it that hasn't prolonged it before, of a
 * guest who has shown that they read their email where that is asked for.
 */
export function renewedHold(
  held: Pick<Held, "hold_length">,
  { now, paying, pressed, proven }: Moment,
  settings: Minutes,
): Hold {
  if (!isShortNow(held, pressed)) return firstHold(now, false, settings);
  if (paying && held.hold_length !== "prolonged" && (proven || !pressed))
    return { expires: holdEnd(now, now, settings), length: "prolonged" };
  return { ...firstHold(now, true, settings), length: held.hold_length === "prolonged" ? "prolonged" : "short" };
}
