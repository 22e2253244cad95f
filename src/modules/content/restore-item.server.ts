import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { ItemKind } from "#src/modules/content/rules/items.ts";
import { holdItem, writeItemState } from "#src/modules/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Brings back a deleted picture or post: in its old place, and shown again if it was. Idempotent. Refusals: forbidden {missing},
 * item_not_found.
 */
export async function restoreItem(ctx: Context, { kind, id }: { kind: ItemKind; id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const item = await holdItem(tx, kind, id);
    if (!item) return fail("item_not_found");
    if (!item.deleted_at) return ok({});
    await writeItemState(tx, kind, { id, is_active: item.was_active === true, deleted_at: null, was_active: null });
    await audit(tx, ctx, {
      action: `${kind}.restored`,
      subject: [kind, id],
      changes: { deleted_at: [item.deleted_at, null], ...(item.was_active ? { is_active: [false, true] } : {}) },
    });
    return ok({});
  });
}
