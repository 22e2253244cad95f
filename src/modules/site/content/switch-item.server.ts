import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import { holdItem, writeItemState } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Shows a gallery's picture or an Instagram post on the home page, or hides it. Idempotent. Refusals: forbidden {missing},
 * item_not_found, item_deleted.
 */
export async function switchItem(ctx: Context, { kind, id, active }: { kind: ItemKind; id: string; active: boolean }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const item = await holdItem(tx, kind, id);
    if (!item) return fail("item_not_found");
    if (item.deleted_at) return fail("item_deleted");
    if (item.is_active === active) return ok({});
    const state = active ? "shown" : "hidden";
    await writeItemState(tx, kind, { ...item, is_active: active });
    await audit(tx, ctx, {
      action: `${kind}.${state}`,
      subject: [kind, id],
      changes: { is_active: [item.is_active, active] },
    });
    return ok({});
  });
}
