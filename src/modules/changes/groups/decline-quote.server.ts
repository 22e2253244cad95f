import { fail, ok } from "#src/kernel/result.ts";
import { withdrawNight } from "#src/modules/changes/groups/cancel-night.server.ts";
import { groupAnswered } from "#src/modules/changes/groups/events.ts";
import { opensQuote } from "#src/modules/changes/groups/queries.server.ts";
import { holdRequest, setState } from "#src/modules/changes/groups/store.server.ts";
import { quoteById } from "#src/modules/changes/groups/store/quotes.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Declines what a group was offered, by the link; staff may offer something else. Idempotent. Refusals: quote_not_found,
 * quote_accepted, quote_replaced.
 */
export async function declineQuote(ctx: Context, { id, token }: { id: string; token: string | null }) {
  const quote = opensQuote(ctx, id, token) ? await quoteById(ctx.db, id) : undefined;
  if (!quote) return fail("quote_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, quote.request_id);
    const now = await quoteById(tx, id);
    if (!request || !now) return fail("quote_not_found");
    if (request.state === "accepted" || now.booking_id !== null) return fail("quote_accepted");
    if (!now.is_newest) return fail("quote_replaced");
    if (request.state !== "quoted") return ok({});
    await withdrawNight(ctx, tx, { request_id: request.id });
    await setState(tx, request.id, { state: "declined", closed_at: null, closed_by: null });
    await audit(tx, ctx, {
      action: "group_request.declined",
      subject: ["group_request", request.id],
      changes: { state: ["quoted", "declined"] },
    });
    await ctx.publish(ctx, tx, groupAnswered({ quoteId: id, answer: "declined" }));
    return ok({});
  });
}
