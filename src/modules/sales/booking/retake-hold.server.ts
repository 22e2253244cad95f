import { fail, ok } from "#src/kernel/result.ts";
import { proveEmail } from "#src/modules/sales/booking/confirm-email.server.ts";
import { capsFor, domainOf, overCap, whyPressed } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import type { LockedBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingHeldAgain } from "#src/modules/sales/booking/events.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { asksProof, extendedHold, renewedHold } from "#src/modules/sales/booking/rules/hold-length.ts";
import { holdLives, mayBecome } from "#src/modules/sales/booking/rules/states.ts";
import {
  type BookingWithDeparture,
  bookingForUpdate,
  bookingWithDeparture,
  countRenewal,
  departureOf,
  markHeld,
  markProven,
} from "#src/modules/sales/booking/store/booking.server.ts";
import { capReached, guardDomain, guardMore } from "#src/modules/sales/booking/store/hold.server.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { settleRedemption, whyNoUsesLeft } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { reserveCreditAgain } from "#src/modules/money/credits/reserve-credit.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * `meanwhile` runs in the transaction that secures the seats, with the booking as it was when it was locked and the end of its hold;
 * its result is returned. `row`: the booking as it was read just now.
 */
type More<T> = {
  row?: BookingWithDeparture;
  meanwhile?: (tx: Tx, booking: LockedBooking, expires: Date) => Promise<T>;
};

/**
 * What the seats are secured for. `paying`: a payment is being started, which makes a short hold a normal one, once; `voucher`: one
 * that may be paid days later. `approved`: the guest has done their part of a payment, and nothing is asked of them. `code`: the one
 * that was mailed to the booking's address.
 */
type Securing = { paying?: boolean; voucher?: boolean; approved?: boolean; code?: string | undefined };

/**
 * Secures the seats of an unpaid booking: a live hold is extended within its limit, a lapsed one retakes the seats at the promised
 * price, as often as the operator allows. While unpaid places pile up, who hasn't shown that they read the booking's email keeps what
 * is left of a hold, and is asked for the code where that is too little: email_code_needed {because: keeping}, email_code_wrong and
 * too_many_attempts {of: codes, retry_after} as in `placeBooking`; provider_not_offered for a voucher while no code can be mailed. The
 * caller checks permissions. Refusals: not_payable (paid, or cancelled and not revivable), departure_past, departure_cancelled,
 * coupon_used_up and coupon_used_by_guest (its limit was reached while the hold had lapsed), renewals_used, unpaid_places {unpaid, booking_id} and
 * unpaid_shared {because} (as in `placeBooking`), unpaid_nearby {because} where booking again asks for a code, sold_out {left}, add_on_sold_out {left}.
 */
export async function retakeHold<T>(ctx: Context, bookingId: string, securing: Securing = {}, more: More<T> = {}) {
  try {
    return await retake(ctx, bookingId, securing, more);
  } catch (error) {
    if (error instanceof AddOnsGone) return error.refusal;
    const cap = capReached(error);
    if (!cap) throw error;
    return overCap(ctx, cap, cap.of === "domain" ? "unpaid_shared" : "unpaid_nearby");
  }
}

type Short = NonNullable<Awaited<ReturnType<typeof tooFewAddOns>>>;
/** Rolls back what was taken for a booking whose add-ons are gone. */
class AddOnsGone extends Error {
  readonly refusal: Short;
  constructor(refusal: Short) {
    super("add-ons are gone");
    this.refusal = refusal;
  }
}

async function retake<T>(ctx: Context, bookingId: string, securing: Securing, { row, meanwhile }: More<T>) {
  const settings = await appSettings(ctx);
  const snapshot = row ?? (await bookingWithDeparture(ctx.db, bookingId));
  if (!snapshot) return fail("booking_not_found");
  if (snapshot.departure_status !== "scheduled") return fail("departure_cancelled");
  // what staff sold at the door is paid while the crawl runs
  const end = snapshot.source === "admin" ? snapshot.ends_at : snapshot.starts_at;
  if (end <= ctx.now) return fail("departure_past");
  const addOns = snapshot.has_add_ons ? { bookingId } : null;
  if (!holdLives(snapshot, ctx.now)) await freeLapsedHolds(ctx, snapshot.scheduled_crawl_id, addOns);
  const departure = { id: snapshot.scheduled_crawl_id, total_spots: snapshot.total_spots };
  const pressed = snapshot.source === "web" && (await whyPressed(ctx, departure, snapshot.held_network)) !== null;
  const { paying = false, voucher = false } = securing;
  // a desk's guest may have left only a phone number
  const context = { now: ctx.now, paying, voucher, pressed, proven: snapshot.email_proven || snapshot.email === "" };
  const isAsked = !securing.approved && asksProof(snapshot, context, settings);
  const proof = isAsked ? await askProof(ctx, snapshot, securing.code, settings) : ok({ proven: context.proven });
  if (!proof.ok) return proof;
  const { proven } = proof;
  if (isAsked && voucher && !proven) return fail("provider_not_offered");
  const moment = { ...context, proven };
  return ctx.db.transaction().execute(async (tx) => {
    // lock order everywhere: coupon, booking, departure, whoever keeps unpaid places
    const own = { bookingId, practice: snapshot.test, now: ctx.now, guest: snapshot.held_email };
    const coupon = snapshot.coupon_id !== null && {
      id: snapshot.coupon_id,
      usage_limit: snapshot.coupon_limit,
      most_per_guest: snapshot.coupon_per_guest,
    };
    const couponGone = coupon && (await whyNoUsesLeft(statementsOf(tx), coupon, own));
    const booking = await bookingForUpdate(tx, bookingId);
    if (!booking || booking.status === "confirmed") return fail("not_payable");
    // a lapsed hold has given up its use of a limited coupon, whether or not it was swept
    if (couponGone && !holdLives(booking, ctx.now)) return fail(couponGone);
    // it was live when it was read
    if (!isAsked && !securing.approved && asksProof(booking, context, settings)) return fail("busy");
    const caps = capsFor(ctx, settings, snapshot.total_spots);
    const prove = () => markProven(tx, bookingId, domainOf(ctx, booking.email));
    if (booking.status === "pending") {
      const hold = extendedHold(booking, moment, settings);
      // it may lock the departure, and the domain comes after that
      const result = await meanwhile?.(tx, booking, hold.expires);
      if (isAsked && proven) {
        await prove();
        await guardDomain(statementsOf(tx), bookingId, { now: ctx.now, caps });
      }
      await markHeld(tx, bookingId, hold);
      return ok({ expires: hold.expires, result });
    }
    if (isAsked && proven) await prove();
    if (!mayBecome(booking, "pending")) return fail("not_payable");
    if (booking.source === "web" && booking.renewals >= settings.unpaid.renewals) return fail("renewals_used");
    const { scheduled_crawl_id: departureId, number_of_people: people } = booking;
    const byStaff = booking.source === "admin";
    const behindList = byStaff || securing.approved ? null : { practice: practises(ctx) };
    if (!(await takeSeats(statementsOf(tx), departureId, people, { now: ctx.now, byStaff, behindList }))) {
      const left = (await departureOf(tx, departureId))?.available_spots ?? 0;
      return fail("sold_out", { left: left >= people ? 0 : left });
    }
    const limitedCoupon = snapshot.coupon_limit === null ? null : booking.coupon_id;
    await guardMore(statementsOf(tx), bookingId, { departureId, people, limitedCoupon, now: ctx.now, caps });
    // last, as when a booking is placed: their stock is locked after places and caps
    const lines = snapshot.has_add_ons ? ((await addOnsOf(tx, [bookingId])).get(bookingId) ?? []) : [];
    const short = await tooFewAddOns(statementsOf(tx), { departureId, lines, practice: practises(ctx) });
    if (short) throw new AddOnsGone(short);
    const hold = renewedHold(booking, moment, settings);
    await markHeld(tx, bookingId, hold);
    await countRenewal(tx, bookingId);
    await settleRedemption(tx, bookingId, "reserved");
    await reserveCreditAgain(ctx, tx, bookingId);
    await audit(tx, ctx, {
      action: "booking.held_again",
      subject: ["booking", bookingId],
      changes: { status: ["cancelled", "pending"] },
    });
    await ctx.publish(ctx, tx, bookingHeldAgain({ bookingId }));
    return ok({ expires: hold.expires, result: await meanwhile?.(tx, booking, hold.expires) });
  });
}

/** Has the guest show that they read the booking's email, unless its seats can't be taken again anyway. */
async function askProof(ctx: Context, booking: BookingWithDeparture, code: string | undefined, settings: AppSettings) {
  if (!holdLives(booking, ctx.now)) {
    if (booking.status === "confirmed" || (booking.status === "cancelled" && !mayBecome(booking, "pending")))
      return fail("not_payable");
    if (booking.renewals >= settings.unpaid.renewals) return fail("renewals_used");
    const left = (await departureOf(ctx.db, booking.scheduled_crawl_id))?.available_spots ?? 0;
    if (left < booking.number_of_people) return fail("sold_out", { left });
  }
  const language = booking.language === "es" ? "es" : "en";
  return proveEmail(ctx, { customer: { email: booking.email }, email_code: code, language }, "keeping");
}
