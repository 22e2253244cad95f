import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import { holdItem, writeItemState } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes a gallery's picture or an Instagram post off the home page and its list; `restoreItem` brings it back as it was.
 * Idempotent. Refusals: forbidden {missing}, item_not_found.
 */
export async function deleteItem(ctx: Context, { kind, id }: { kind: ItemKind; id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const item = await holdItem(tx, kind, id);
    if (!item) return fail("item_not_found");
    if (item.deleted_at) return ok({});
    await writeItemState(tx, kind, { id, is_active: false, deleted_at: ctx.now, was_active: item.is_active });
    await audit(tx, ctx, {
      action: `${kind}.deleted`,
      subject: [kind, id],
      changes: { deleted_at: [null, ctx.now], ...(item.is_active ? { is_active: [true, false] } : {}) },
    });
    return ok({});
  });
}
