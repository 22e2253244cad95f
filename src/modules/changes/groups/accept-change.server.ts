import { fail, ok } from "#src/kernel/result.ts";
import { groupAnswered } from "#src/modules/changes/groups/events.ts";
import { standingNow } from "#src/modules/changes/groups/queries.server.ts";
import { holdRequest } from "#src/modules/changes/groups/store.server.ts";
import {
  moveAcceptance,
  quoteById,
  type QuoteRow,
  waitingQuote,
} from "#src/modules/changes/groups/store/quotes.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { hasAttempt } from "#src/modules/money/payments/queries.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { resizeUnpaid } from "#src/modules/sales/booking/resize-unpaid.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Accepts an offer that changes an accepted one: the booking, which waits to be paid, is for its people at its total, and keeps its night,
 * its deposit and its days. The caller has checked the link. Refusals: quote_<standing>, payment_under_way and provider_unavailable
 * (what was accepted is being paid), sold_out.
 */
export async function acceptChange(ctx: Context, offer: QuoteRow) {
  const { id, request_id: requestId } = offer;
  const before = standingNow(ctx, offer);
  // what was accepted stays, and so do the pages on which it is paid
  if (before !== "open") return fail(`quote_${before}`);
  const accepted = await waitingQuote(ctx.db, requestId);
  if (!accepted?.booking_id) return fail("quote_closed");
  const bookingId = accepted.booking_id;
  // a page on which it is paid asks for another amount
  const closed = await tryClosing(ctx, bookingId);
  if (closed === "paid") return fail("quote_closed");
  if (closed !== "closed") return fail(closed === "pending" ? "payment_under_way" : "provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    // the booking before its request: whoever ends it has locked it
    await lockBooking(tx, bookingId);
    // begun since, or not opened yet: it would be paid at the earlier total
    if (await hasAttempt(tx, bookingId, ctx.now)) return fail("payment_under_way");
    await holdRequest(tx, requestId);
    const quote = (await quoteById(tx, id))!;
    // another press was quicker
    if (quote.booking_id === bookingId) return ok({});
    const standing = standingNow(ctx, quote);
    if (standing !== "open" || quote.changes === null) return fail(`quote_${standing}`);
    const { people, total } = quote;
    const resized = await resizeUnpaid(ctx, tx, { bookingId, people, total, rule: null, byStaff: true });
    if (!resized.ok) return resized.reason === "not_payable" ? fail("quote_closed") : resized;
    await moveAcceptance(tx, quote.changes, id, ctx.now);
    await audit(tx, ctx, { action: "group_request.accepted", subject: ["group_request", requestId], changes: {} });
    await ctx.publish(ctx, tx, groupAnswered({ quoteId: id, answer: "accepted" }));
    return ok({});
  });
}
