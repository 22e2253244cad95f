import type { Money, Rates } from "#src/kernel/money.ts";
import { fail } from "#src/kernel/result.ts";
import { codeKey, type Coupon, type CouponRefusal, refusalOf } from "#src/modules/coupons/rules.ts";
import { couponByCode, lockCoupon, setRedemption } from "#src/modules/coupons/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements, Tx } from "#src/platform/db.server.ts";
import { countAttempt, isExhausted, type Limit, secondsLeft } from "#src/platform/rate-limit.server.ts";

// Wrong guesses per ten minutes, per address and per browser (mechanics 5; trust.md: 1,000 guesses → at most 10 checked).
const GUESSES: Limit = { max: 10, seconds: 600 };

export type TooManyGuesses = { ok: false; reason: "too_many_attempts"; retry_after: number };

/**
 * The coupon behind a typed code if it may be used on `subtotal` now. Anyone may ask; wrong guesses are limited, and once they
 * are used up nothing is looked up any more. Refusals carry the spec's reasons. The same two reads run whether or not the code exists.
 */
export async function checkCoupon(
  ctx: Context,
  input: { code: string; subtotal: Money; rates: Rates; ownHold: string | null },
): Promise<{ ok: true; coupon: Coupon } | CouponRefusal | TooManyGuesses> {
  const keys = [`coupon:${ctx.actor.address}`, ...(ctx.actor.browser ? [`coupon:${ctx.actor.browser}`] : [])];
  const exhausted = await Promise.all(keys.map((key) => isExhausted(ctx.db, key, GUESSES, ctx.now)));
  if (exhausted.includes(true)) return fail("too_many_attempts", { retry_after: secondsLeft(GUESSES, ctx.now) });
  const coupon = await couponByCode(ctx.pool, codeKey(input.code), ctx.now, input.ownHold);
  const refusal = refusalOf(coupon, input.subtotal, ctx.now, input.rates);
  if (refusal?.reason === "coupon_invalid")
    await Promise.all(keys.map((key) => countAttempt(ctx.db, key, GUESSES, ctx.now)));
  return refusal ?? { ok: true, coupon: coupon! };
}

/** Inside a transaction: locks a limited coupon and checks again what only the lock makes certain. */
export async function recheckUnderLock(
  client: Statements,
  input: { couponId: string; subtotal: Money; rates: Rates; now: Date; ownHold: string | null },
): Promise<CouponRefusal | null> {
  const coupon = await lockCoupon(client, input.couponId, input.now, input.ownHold);
  return refusalOf(coupon, input.subtotal, input.now, input.rates);
}

/** The redemption of a booking becomes used at settlement (even if the coupon has expired meanwhile) or released when it ends. */
export const settleRedemption = (tx: Tx, bookingId: string, state: "reserved" | "used" | "released") =>
  setRedemption(tx, bookingId, state);
