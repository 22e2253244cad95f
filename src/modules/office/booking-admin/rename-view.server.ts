import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lockView, renameTo } from "#src/modules/office/booking-admin/store/views.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/** Renames one of the caller's own views. Refusals: forbidden, view_not_found, name_taken. */
export async function renameView(ctx: Context, { id, name }: { id: string; name: string }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "bookings.read") || !userId) return fail("forbidden", { missing: "bookings.read" as const });
  if (!isUuid(id)) return fail("view_not_found");
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const view = await lockView(tx, userId, id);
      if (!view) return fail("view_not_found");
      if (view.name === name) return ok({ query: view.query });
      await renameTo(tx, id, name);
      await audit(tx, ctx, { action: "view.renamed", subject: ["saved_view", id] });
      return ok({ query: view.query });
    });
  } catch (error) {
    if (violated(error) === "saved_views_by_name") return fail("name_taken");
    throw error;
  }
}
