import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import {
  holdItem,
  holdLists,
  imageById,
  imageOf,
  postById,
  postWith,
  writeItemState,
} from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Brings back a deleted picture or post: in its old place, and shown again if it was. Idempotent. Refusals: forbidden {missing},
 * item_not_found, post_there and image_there (the same was added again meanwhile: a list has each once).
 */
export async function restoreItem(ctx: Context, { kind, id }: { kind: ItemKind; id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    await holdLists(tx, kind);
    const item = await holdItem(tx, kind, id);
    if (!item) return fail("item_not_found");
    if (!item.deleted_at) return ok({});
    if (await isThere(tx, kind, id)) return fail(kind === "instagram_post" ? "post_there" : "image_there");
    await writeItemState(tx, kind, { id, is_active: item.was_active === true, deleted_at: null, was_active: null });
    await audit(tx, ctx, {
      action: `${kind}.restored`,
      subject: [kind, id],
      changes: { deleted_at: [item.deleted_at, null], ...(item.was_active ? { is_active: [false, true] } : {}) },
    });
    return ok({});
  });
}

/** Whether the list, which is held, has the same post or picture in another row. */
async function isThere(tx: Tx, kind: ItemKind, id: string): Promise<boolean> {
  if (kind === "instagram_post") return Boolean(await postWith(tx, (await postById(tx, id))!.image_url, id));
  const { image_url: src, site_tag: site } = (await imageById(tx, id))!;
  return Boolean(await imageOf(tx, { src, site }));
}
