import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lockView, removeView } from "#src/modules/office/booking-admin/store/views.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Deletes one of the caller's own views; its bookings are unaffected. Refusals: forbidden, view_not_found. */
export async function deleteView(ctx: Context, { id }: { id: string }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "bookings.read") || !userId) return fail("forbidden", { missing: "bookings.read" as const });
  if (!isUuid(id)) return fail("view_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const view = await lockView(tx, userId, id);
    if (!view) return fail("view_not_found");
    await removeView(tx, id);
    await audit(tx, ctx, { action: "view.deleted", subject: ["saved_view", id] });
    return ok({ name: view.name, query: view.query });
  });
}
