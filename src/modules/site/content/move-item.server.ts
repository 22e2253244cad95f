import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { type ItemKind, placedAfter } from "#src/modules/site/content/rules/items.ts";
import { holdItem, holdLists, listOrder, writeOrder } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Move = {
  kind: ItemKind;
  id: string;
  /** the one to stand behind, also one that was deleted meanwhile; null for the first place */
  after: string | null;
};

/**
 * Puts a gallery's picture or an Instagram post right behind another one. It says no more than that, so that two who order a list
 * at once both get their way. Returns the id it stood behind before. Idempotent. Refusals: forbidden {missing}, item_not_found
 * (either of them, or in another list), item_deleted.
 */
export async function moveItem(ctx: Context, { kind, id, after }: Move) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    await holdLists(tx, kind);
    const item = await holdItem(tx, kind, id);
    if (!item) return fail("item_not_found");
    if (item.deleted_at) return fail("item_deleted");
    const list = await listOrder(tx, kind, item.site);
    const ids = list.map((one) => one.id);
    const moved = placedAfter(ids, id, after);
    if (!moved) return fail("item_not_found");
    const visibleIds = new Set(list.filter(({ deleted }) => !deleted).map((one) => one.id));
    const [was, now] = [ids, moved].map((order) => order.filter((one) => visibleIds.has(one)));
    const before = was![was!.indexOf(id) - 1] ?? null;
    if (ids.every((one, index) => one === moved[index])) return ok({ before });
    await writeOrder(tx, kind, moved);
    await audit(tx, ctx, {
      action: `${kind}.moved`,
      subject: [kind, id],
      changes: { place: [was!.indexOf(id) + 1, now!.indexOf(id) + 1] },
    });
    return ok({ before });
  });
}
