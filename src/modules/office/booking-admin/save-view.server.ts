import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { viewQuery } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { insertView, viewsOf } from "#src/modules/office/booking-admin/store/views.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/** Maximum own views, to keep the tabs usable. */
export const MOST_VIEWS = 12;

/**
 * Saves the list's filters as a view for the caller alone, without the words that were searched for: they name people. Refusals: forbidden, name_taken, too_many_views {max}.
 */
export async function saveView(ctx: Context, { name, query }: { name: string; query: string }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "bookings.read") || !userId) return fail("forbidden", { missing: "bookings.read" as const });
  const viewText = viewQuery(query);
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      if ((await viewsOf(tx, userId)).length >= MOST_VIEWS) return fail("too_many_views", { max: MOST_VIEWS });
      const { id } = await insertView(tx, { user_id: userId, name, query: viewText, created_at: ctx.now });
      await audit(tx, ctx, { action: "view.saved", subject: ["saved_view", id] });
      return ok({ id, query: viewText });
    });
  } catch (error) {
    if (violated(error) === "saved_views_by_name") return fail("name_taken");
    throw error;
  }
}
