import type { Money, Rates } from "#src/kernel/money.ts";
import { fail } from "#src/kernel/result.ts";
import {
  codeKey,
  type Coupon,
  type CouponRefusal,
  type CouponTerms,
  isElsewhere,
  isLimited,
  isUsedByGuest,
  type Place,
  refusalOf,
} from "#src/modules/sales/coupons/rules/discount.ts";
import {
  COUNTED_GUESS,
  couponByKey,
  couponOf,
  couponOfBooking,
  type CouponRead,
  lockCoupon,
  readCoupon,
  setRedemption,
} from "#src/modules/sales/coupons/store.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { type Act, countersOf, mayDo, retryAfter, takeBack } from "#src/platform/limit-strangers.server.ts";
import { type Counting, windowStart } from "#src/platform/rate-limit.server.ts";

export { COUNTED_GUESS, couponByKey, couponOf, type CouponRead };

// Wrong guesses per ten minutes, per IP address and per browser (rule coupons-4), and in all.
const GUESSES: Act = { name: "coupon", limit: { max: 10, seconds: 600 }, all: { brake: 200, most: 1000 } };

/**
 * Whether a mailbox has used a coupon may be asked of so many: a guest corrects a typing error or two, but nobody goes through a list.
 * Used or not counts alike, so that the limit tells nothing either.
 */
const ASKED: Act = { name: "coupon-guest", limit: { max: 30, seconds: 600 } };

export type TooManyGuesses = { ok: false; reason: "too_many_attempts"; retry_after: number };

/** What was read of an entered code: its coupon, and whether whoever entered it has guessed wrongly too often. */
export type CouponLookup = { coupon: Coupon | null; isOver: boolean };

/**
 * The coupon for an entered code if it may be used on `subtotal` now, for the crawl at `place`, by `guest` (`guestOf`; null: not known).
 * Public; wrong guesses are rate limited, and beyond the limit nothing is told; to be told that a guest has used a code counts as one, and to be told whether they have is limited by itself.
 * Refusals use the spec's reasons. `read`: what was read of it along with something else, by `guessesAt`.
 */
export async function checkCoupon(
  ctx: Context,
  input: { code: string; subtotal: Money; rates: Rates; ownHold: string | null; place: Place; guest: string | null },
  read?: CouponLookup,
): Promise<{ ok: true; coupon: Coupon } | CouponRefusal | TooManyGuesses> {
  const couponKey = codeKey(input.code);
  const request = { couponKey, now: ctx.now, ownHold: input.ownHold, practice: practises(ctx), guest: input.guest };
  const { coupon, isOver } = read ?? (await readCoupon(ctx.pool, request, guessesAt(ctx, couponKey)));
  if (isOver) return tooManyGuesses(ctx);
  const refusal = refusalOf(coupon, input.subtotal, ctx.now, input.rates);
  const entered = enteredBy(ctx, couponKey);
  if (refusal?.reason === "coupon_invalid" && entered && !wrongIn(ctx).has(entered))
    wrongIn(ctx).set(entered, "counted");
  if (input.guest !== null && tellsOfGuest(coupon, refusal) && !(await mayAsk(ctx, couponKey, input.guest)))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, ASKED) });
  // else anybody could ask of any address whether it has used a code
  if (refusal?.reason === "coupon_used_by_guest") {
    const counted = await countGuess(ctx);
    if (!counted.ok) return counted;
  }
  if (refusal) return refusal;
  return isElsewhere(coupon!, input.place) ? fail("coupon_elsewhere") : { ok: true, coupon: coupon! };
}

/** Whether the answer says if a guest has used the coupon. */
const tellsOfGuest = (coupon: Coupon | null, refusal: CouponRefusal | null): boolean =>
  coupon !== null &&
  coupon.most_per_guest !== null &&
  (refusal === null || refusal.reason === "coupon_used_by_guest" || refusal.reason === "coupon_minimum");

/** Counts that a guest is asked about, once in a window for each browser and code, or network before it has a cookie: the form asks again with whatever else changes. */
async function mayAsk(ctx: Context, couponKey: string, guest: string): Promise<boolean> {
  const entered = `${ctx.actor.browser ?? ctx.actor.address}:${couponKey} ${guest}`;
  if (wrongIn(ctx).has(entered)) return true;
  if (!(await mayDo(ctx, ASKED, also(ctx)))) return false;
  wrongIn(ctx).set(entered, "counted");
  return true;
}

const enteredBy = ({ actor }: Context, couponKey: string): string | null =>
  actor.browser && `${actor.browser}:${couponKey}`;

/** Where a wrong guess at a coupon is counted: nowhere where the same browser has entered the same code before. */
export function guessesAt(ctx: Context, couponKey: string): Counting {
  const counting = guessesOf(ctx);
  const entered = enteredBy(ctx, couponKey);
  return entered !== null && wrongIn(ctx).has(entered) ? { counters: [], since: counting.since } : counting;
}

type WrongCodes = Map<string, "counted" | "forgiven">;
const wrong = new WeakMap<object, { since: number; entered: WrongCodes }>();

/** What was counted in the window of now: browser, and the code it entered wrongly or with whom. Every server knows its own. */
function wrongIn({ pool, now }: Context): WrongCodes {
  const since = +windowStart(GUESSES.limit, now);
  const count = wrong.get(pool);
  if (count?.since === since) return count.entered;
  const entered: WrongCodes = new Map();
  wrong.set(pool, { since, entered });
  return entered;
}

/**
 * Counts a guess at what guests enter in a coupon's place, before it is looked up: beyond the limit nothing is. `forgiveGuess` takes
 * it back where it was none.
 */
export async function countGuess(ctx: Context): Promise<{ ok: true } | TooManyGuesses> {
  const isWithin = await mayDo(ctx, GUESSES, also(ctx));
  return isWithin ? { ok: true } : tooManyGuesses(ctx);
}

/** Where the wrong guesses of now are counted, for whoever reads them along with something else. */
export const guessesOf = (ctx: Context): Counting => countersOf(ctx, GUESSES, also(ctx));

/** The refusal of whoever has made too many wrong guesses. */
export const tooManyGuesses = (ctx: Context): TooManyGuesses =>
  fail("too_many_attempts", { retry_after: retryAfter(ctx, GUESSES) });

/** Takes back the guess that `countGuess` counted just now: it was right. */
export const forgiveGuess = (ctx: Context): Promise<void> => takeBack(ctx, GUESSES, also(ctx));

/**
 * Takes back the wrong guess that a code was counted as when it was looked up as a coupon: it was meant as something else. Once, as it
 * was counted once (`guessesAt`): entered again and again, it would otherwise take back what others were counted as.
 */
export async function forgiveCode(ctx: Context, code: string): Promise<void> {
  const entered = enteredBy(ctx, codeKey(code));
  if (entered !== null) {
    if (wrongIn(ctx).get(entered) !== "counted") return;
    wrongIn(ctx).set(entered, "forgiven");
  }
  await forgiveGuess(ctx);
}

const also = ({ actor }: Context) => [{ who: actor.browser }];

/** Runs in the caller's transaction: locks a limited coupon and rechecks what only the lock guarantees. */
export async function recheckUnderLock(
  client: Statements,
  input: {
    couponId: string;
    subtotal: Money;
    rates: Rates;
    now: Date;
    ownHold: string | null;
    practice: boolean;
    guest: string | null;
  },
): Promise<CouponRefusal | null> {
  const coupon = await lockCoupon(client, input.couponId, input);
  return refusalOf(coupon, input.subtotal, input.now, input.rates);
}

/**
 * Runs in the caller's transaction: why a coupon has no room for a booking that had it before, or null; `practice`: one that is
 * practised. Locks it if it has a limit (as read before): without one, all who use a popular code would wait for each other for
 * nothing. Its dates no longer matter: the price was promised.
 */
export async function whyNoUsesLeft(
  client: Statements,
  coupon: Pick<Coupon, "id" | "usage_limit" | "most_per_guest">,
  { bookingId, practice, now, guest }: { bookingId: string; practice: boolean; now: Date; guest: string | null },
): Promise<"coupon_used_up" | "coupon_used_by_guest" | null> {
  if (!isLimited(coupon)) return null;
  const locked = await lockCoupon(client, coupon.id, { now, ownHold: bookingId, practice, guest });
  if (!locked) return null;
  if (locked.usage_limit !== null && locked.uses >= locked.usage_limit) return "coupon_used_up";
  return isUsedByGuest(locked) ? "coupon_used_by_guest" : null;
}

/** A booking's coupon for repricing it: the promised terms apply, regardless of dates, limit and the coupon's current terms. */
export async function promisedCoupon(db: Db | Tx, bookingId: string): Promise<Coupon | null> {
  const row = await couponOfBooking(db, bookingId);
  if (!row) return null;
  const { terms, ...coupon } = row;
  return { ...coupon, ...(terms as Partial<CouponTerms>) };
}

/** Sets a booking's redemption: used at settlement (even if the coupon has expired since), released when the booking ends. */
export const settleRedemption = (tx: Tx, bookingId: string, state: "reserved" | "used" | "released") =>
  setRedemption(tx, bookingId, state);
