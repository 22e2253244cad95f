import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import {
  insertUse,
  lockAddOnOf,
  undoLastUse,
  undoUses,
  useById,
  useByUndo,
} from "#src/modules/sales/booking/store/add-ons.server.ts";
import { bookingForUpdate } from "#src/modules/sales/booking/store/booking.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Piece = {
  departureId: string;
  bookingId: string;
  addOnId: string;
  /** of the tap: sent again it counts once */
  id: string;
  deviceAt: Date | null;
};

/**
 * Hands out one piece of what a booking has of an add-on. The caller checks who may. Refusals: add_on_not_found (the booking isn't
 * confirmed for this night, or hasn't bought it), add_on_all_out {of}, id_taken (by another tap).
 */
export const redeemAddOn = (ctx: Context, piece: Piece) =>
  withPiece(ctx, piece, async (tx, { quantity, redeemed, name, name_es: spanish }) => {
    const { id, bookingId, addOnId, departureId, deviceAt } = piece;
    const before = await useById(tx, id);
    if (before) return isOf(before, piece) ? ok({ name: inLocale(ctx.locale, name, spanish) }) : fail("id_taken");
    if (redeemed >= quantity) return fail("add_on_all_out", { of: quantity });
    await insertUse(tx, {
      id,
      booking_id: bookingId,
      add_on_id: addOnId,
      departure_id: departureId,
      user_id: ctx.actor.userId,
      device_at: deviceAt,
      at: ctx.now,
    });
    await audit(tx, ctx, {
      action: "booking.add_on_handed_out",
      subject: ["booking", bookingId],
      changes: { add_on: [null, name] },
    });
    return ok({ name: inLocale(ctx.locale, name, spanish) });
  });

/** Takes back the last piece that was handed out. The caller checks who may. Refusals: as `redeemAddOn`; add_on_none_out. */
export const takeBackAddOn = (ctx: Context, piece: Piece) =>
  withPiece(ctx, piece, async (tx, { name, name_es: spanish }) => {
    const { id, bookingId, addOnId } = piece;
    const before = await useByUndo(tx, id);
    if (before) return isOf(before, piece) ? ok({ name: inLocale(ctx.locale, name, spanish) }) : fail("id_taken");
    if (!(await undoLastUse(tx, bookingId, addOnId, { id, now: ctx.now }))) return fail("add_on_none_out");
    await audit(tx, ctx, {
      action: "booking.add_on_taken_back",
      subject: ["booking", bookingId],
      changes: { add_on: [name, null] },
    });
    return ok({ name: inLocale(ctx.locale, name, spanish) });
  });

/**
 * Takes back every piece of a booking that was handed out, also of a cancelled one: a counter that undoes its sale has them before it.
 * The caller checks who may. Safe to repeat.
 */
export const takeBackAddOns = (ctx: Context, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await bookingForUpdate(tx, bookingId);
    for (const name of await undoUses(tx, bookingId, ctx.now))
      await audit(tx, ctx, {
        action: "booking.add_on_taken_back",
        subject: ["booking", bookingId],
        changes: { add_on: [name, null] },
      });
  });

type Held = NonNullable<Awaited<ReturnType<typeof lockAddOnOf>>>;

/** In a transaction that keeps the booking as it is: nobody cancels or moves it meanwhile. */
const withPiece = <R>(
  ctx: Context,
  { departureId, bookingId, addOnId }: Piece,
  act: (tx: Tx, held: Held) => Promise<R>,
) =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await bookingForUpdate(tx, bookingId);
    const isHere = booking?.status === "confirmed" && booking.scheduled_crawl_id === departureId;
    const held = isHere && (practises(ctx) || !booking.test) ? await lockAddOnOf(tx, bookingId, addOnId) : undefined;
    return held ? act(tx, held) : fail("add_on_not_found");
  });

const isOf = (use: { booking_id: string; add_on_id: string }, { bookingId, addOnId }: Piece): boolean =>
  use.booking_id === bookingId && use.add_on_id === addOnId;
