import { agreedHold } from "#src/modules/sales/booking/rules/hold-length.ts";
import { type KeptFor, keptForBank } from "#src/modules/sales/booking/rules/kept-places.ts";
import {
  bookingForUpdate,
  departureOf,
  endKept,
  markHeld,
  markKept,
} from "#src/modules/sales/booking/store/booking.server.ts";
import { changeForUpdate, prolongChange } from "#src/modules/sales/booking/store/change.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Places of unpaid bookings that are kept for longer than an ordinary hold (docs/decisions/141). Those of a voucher: keep-voucher.

/**
 * Call with the booking locked, when the guest has paid and their bank hasn't: keeps its places for as long as the operator waits for
 * banks, also where its hold has lapsed and nobody has given them back yet. Null, with nothing done, where they are gone, or the night
 * has begun: that payment will arrive late.
 */
export async function keepForBank(ctx: Context, tx: Tx, bookingId: string): Promise<Date | null> {
  const booking = (await bookingForUpdate(tx, bookingId))!;
  const departure = (await departureOf(tx, booking.scheduled_crawl_id))!;
  const { bankHoldHours } = await appSettings({ db: tx });
  const until = keptForBank(ctx.now, departure.starts_at, bankHoldHours);
  return until > ctx.now ? keep(ctx, tx, { id: bookingId, until, keptFor: "bank" }) : null;
}

/**
 * Call with the booking locked and pending: keeps its places for a guest who pays us directly. Returns until when, which is later where
 * they were kept for longer already.
 */
export async function keepByHand(ctx: Context, tx: Tx, bookingId: string, until: Date): Promise<Date> {
  const result = await keep(ctx, tx, { id: bookingId, until, keptFor: "by_hand" });
  if (!result) throw new Error(`booking ${bookingId} is not pending`);
  return result;
}

/**
 * Call with the booking locked: its places, which a group was promised, are kept until another time from now on; no shorter than a
 * payment of the booking keeps them that is on its way. False, with nothing done, where it isn't waiting to be paid.
 */
export async function keepAgreed(ctx: Context, tx: Tx, bookingId: string, wished: Date): Promise<boolean> {
  const booking = await bookingForUpdate(tx, bookingId);
  if (booking?.status !== "pending") return false;
  const { kept_for: keptFor, voucher_until: voucher, hold_expires_at: current } = booking;
  const until = (keptFor !== null || voucher !== null) && current > wished ? current : wished;
  await markHeld(tx, bookingId, agreedHold(until));
  await audit(tx, ctx, {
    action: "booking.kept",
    subject: ["booking", bookingId],
    changes: { hold_expires_at: [current.toISOString(), until.toISOString()] },
  });
  return true;
}

/** As `keepForBank` for a change that is being paid; null where its places have been given back. */
export async function keepChangeForBank(ctx: Context, tx: Tx, changeId: string): Promise<Date | null> {
  const change = await changeForUpdate(tx, changeId);
  if (change?.status !== "pending") return null;
  const [from, to] = [await departureOf(tx, change.from_departure_id), await departureOf(tx, change.to_departure_id)];
  const { bankHoldHours } = await appSettings({ db: tx });
  const startsAt = new Date(Math.min(from!.starts_at.getTime(), to!.starts_at.getTime()));
  const end = keptForBank(ctx.now, startsAt, bankHoldHours);
  if (end <= ctx.now) return null;
  const until = end > change.hold_expires_at ? end : change.hold_expires_at;
  await prolongChange(tx, changeId, until);
  return until;
}

/**
 * Call with the booking locked, when its bank has refused: its places are kept no longer than `until`, in which the guest may pay
 * another way.
 */
export const bankRefusedPlaces = async (tx: Tx, bookingId: string, until: Date): Promise<void> =>
  void (await endKept(tx, bookingId, { keptFor: "bank", until }));

/** As `bankRefusedPlaces` for a change. */
export async function bankRefusedChange(tx: Tx, changeId: string, until: Date): Promise<void> {
  const change = await changeForUpdate(tx, changeId);
  if (change?.status === "pending" && change.hold_expires_at > until) await prolongChange(tx, changeId, until);
}

async function keep(ctx: Context, tx: Tx, wish: { id: string; until: Date; keptFor: KeptFor }): Promise<Date | null> {
  const result = await markKept(tx, wish);
  if (!result) return null;
  const until = result.hold_expires_at;
  await audit(tx, ctx, {
    action: "booking.kept",
    subject: ["booking", wish.id],
    changes: { kept_for: [null, wish.keptFor], hold_expires_at: [null, until.toISOString()] },
  });
  return until;
}
