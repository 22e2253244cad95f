import { isUuid } from "#src/kernel/codes.ts";
import { fail } from "#src/kernel/result.ts";
import { recordTaken } from "#src/modules/money/payments/take-payment.server.ts";
import { resizeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { owePayment } from "#src/modules/programs/resellers/owe-payment.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import {
  contactWith,
  isKnown,
  nameOf,
  namesOf,
  saysTheSame,
  statusOf,
  storedPeople,
} from "#src/modules/programs/resellers/rules/resale.ts";
import { everyResale, resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ConfirmResale } from "#src/modules/programs/resellers/schema.ts";
import {
  resaleByUuid,
  type ResaleRow,
  resaleForUpdate,
  updateResale,
} from "#src/modules/programs/resellers/store.server.ts";
import { tryConfirming } from "#src/modules/programs/resellers/try-resale.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { nameGuests } from "#src/modules/sales/booking/name-guests.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Context } from "#src/platform/context.server.ts";
import { randomUUID } from "node:crypto";

/**
 * Confirms a resale that is on hold, for a guest with a name and an email address: its tickets count, and its reseller owes us the price.
 * We write to the guest only with `email_receipt`. One that is confirmed is returned as it is, where nothing else is said. Refusals:
 * not_a_reseller, resale_not_found, resale_confirmed (with another guest, number of people or own number: that is a change), resale_expired (places are to be asked for anew), resale_cancelled, contact_needed, credit_limit {left: centavos},
 * those of `changeResale` for other people, and those of `recordTaken`.
 */
export async function confirmResale(ctx: Context, uuid: string, input: ConfirmResale) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  if (!isUuid(uuid)) return fail("resale_not_found");
  if (reseller.test) return tryConfirming(ctx, reseller, uuid.toLowerCase(), input);
  const row = await resaleByUuid(ctx.db, reseller, uuid.toLowerCase());
  if (!row) return fail("resale_not_found");
  if (row.status === "confirmed") return asConfirmed(ctx, row, input);
  const over = endOf(row, ctx.now);
  if (over) return over;
  const contact = contactWith(row.contact, input.contact);
  if (!isKnown(contact)) return fail("contact_needed");
  if (input.people) {
    const resized = await resizeResale(ctx, row, storedPeople(input.people, row.people, randomUUID));
    if (!resized.ok) return resized;
  }
  const named = await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, row.booking_id);
    const resale = await resaleForUpdate(tx, row.id);
    // confirmed or ended since it was read, or for another night by now
    if (booking.status !== "pending" || resale?.booking_id !== row.booking_id) return null;
    const [, ...others] = resale.people.map(nameOf);
    const email = input.email_receipt ? (contact.email ?? "") : "";
    const names = { ...namesOf(contact), email, phone: contact.phone ?? "" };
    await nameGuests(ctx, tx, row.booking_id, { contact: names, others });
    const { reseller_reference } = input;
    await updateResale(
      tx,
      row.id,
      { contact, ...(reseller_reference !== undefined && { reseller_reference }) },
      ctx.now,
    );
    return { total: booking.total_price };
  });
  const paid = named && (await pay(ctx, row, named.total));
  if (paid?.ok) return findResale(ctx, uuid);
  // the same may have been asked at the same moment
  const now = (await resaleByUuid(ctx.db, everyResale(reseller), row.uuid))!;
  if (now.status === "confirmed") return asConfirmed(ctx, now, input);
  return endOf(now, ctx.now) ?? paid ?? fail("busy");
}

/** One that is confirmed, where this says what was said then: what is to be another is a change. */
const asConfirmed = async (ctx: Context, row: ResaleRow, input: ConfirmResale) =>
  saysTheSame(row, input) ? findResale(ctx, row.uuid) : fail("resale_confirmed");

/** Why a resale can't be confirmed anymore; null where it can. */
function endOf(row: Pick<ResaleRow, "status" | "cancel_reason" | "hold_expires_at">, now: Date) {
  const status = statusOf({ ...row, redeemed_at: null }, now);
  if (status === "expired") return fail("resale_expired");
  return status === "cancelled" ? fail("resale_cancelled") : null;
}

/** The reseller owes us the price; its booking is confirmed in the same transaction. */
function pay(ctx: Context, row: ResaleRow, total: number) {
  const expected = { amount_minor: total, currency: row.currency };
  const way = total === 0 ? "free" : "reseller";
  return recordTaken(ctx, { of: bookingRef(row.booking_id), way, expected }, `resale.${row.booking_id}`, async (tx) => {
    const now = await resaleForUpdate(tx, row.id);
    // what is locked by now may have lapsed while this waited, and its places may be free or not: they aren't taken again
    if (now?.booking_id !== row.booking_id) return fail("resale_cancelled");
    return endOf(now, ctx.now) ?? owePayment(ctx, tx, now, total);
  });
}
