import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { takeBackAddOns } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { creditBackFrom, creditIn } from "#src/modules/money/credits/queries.server.ts";
import { giveCashBack } from "#src/modules/money/payments/hand-over-cash.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { takeOutSold } from "#src/modules/evening/till/let-in-sold.server.ts";
import { msToUndo } from "#src/modules/evening/till/rules/till.ts";
import { openTillOf, saleById } from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Stays with the refund, for staff: in English, like what the product writes elsewhere without a reader. */
const NOTE = "Undone at the door";

/**
 * Takes one's own sale back within two minutes: its booking is cancelled, its guests aren't in, its places are free, the add-ons that were handed
 * out are back in stock, and its cash,
 * or what goes back on the card, leaves the till that it went into. Credit returns to its code. A transfer is sent back by staff. Goes on where it stopped. Needs `sales.door`. Refusals: forbidden {missing}, booking_not_found,
 * undo_too_late (also for a sale that its guest paid alone, was changed since, or whose till isn't open anymore), provider_unavailable.
 */
export async function undoSale(ctx: Context, { booking_id }: { booking_id: string }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const sale = isUuid(booking_id) ? await saleById(ctx.db, booking_id) : undefined;
  if (sale?.user_id !== userId) return fail("booking_not_found");
  const till = await openTillOf(ctx.db, userId, practises(ctx));
  const returned = (await creditBackFrom(ctx, booking_id)).reduce((sum, { amount }) => sum + amount, 0);
  const credit = (await creditIn(ctx, booking_id))?.amount ?? returned;
  if (msToUndo({ ...sale, credit }, ctx.now) === 0 || sale.test !== practises(ctx)) return fail("undo_too_late");
  // what was paid by credit alone is in no till
  if (sale.till_id !== null && sale.till_id !== till?.id) return fail("undo_too_late");
  if (sale.status === "confirmed") {
    const token = accessToken(ctx.secret, booking_id, sale.link_version);
    const expected_refund = { amount_minor: sale.total_price - credit, currency: sale.currency };
    const ended = await cancelBooking(ctx, { booking_id, token, expected_refund }, "operator");
    if (!ended.ok && ended.reason === "provider_unavailable") return ended;
    if (!ended.ok && ended.reason !== "already_cancelled") return fail("undo_too_late");
  }
  await takeOutSold(ctx, { bookingId: booking_id, reason: NOTE });
  await takeBackAddOns(ctx, booking_id);
  // who stands at the door has no bank account to send it back from
  if (sale.paid_by === "transfer" || sale.till_id === null) return ok({});
  const refund = await giveCashBack(ctx, { purchase_id: booking_id, note: NOTE });
  return refund.ok ? ok({}) : fail("undo_too_late");
}
