import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changed } from "#src/modules/site/content/rules/items.ts";
import type { SavePost } from "#src/modules/site/content/schema.ts";
import { holdItem, holdLists, postById, postWith, writePost } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Changes an Instagram post opened at `version`. Returns what it was, and its version now. Refusals: forbidden {missing},
 * item_not_found, item_deleted, changed_meanwhile {current, version}, post_there.
 */
export async function updatePost(ctx: Context, { id, version, ...input }: SavePost & { id: string; version: number }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    await holdLists(tx, "instagram_post");
    if (!(await holdItem(tx, "instagram_post", id))) return fail("item_not_found");
    const stored = (await postById(tx, id))!;
    if (stored.deleted_at) return fail("item_deleted");
    const before = { link: stored.image_url, picture: stored.picture ?? "", caption: stored.caption };
    const changes = changed(
      { image_url: before.link, picture: stored.picture, caption: before.caption },
      { image_url: input.link, picture: input.picture, caption: input.caption },
    );
    if (Object.keys(changes).length === 0) return ok({ before, version: stored.version });
    if (stored.version !== version) return fail("changed_meanwhile", { current: before, version: stored.version });
    if (await postWith(tx, input.link, id)) return fail("post_there");
    await writePost(tx, id, input);
    await audit(tx, ctx, { action: "instagram_post.changed", subject: ["instagram_post", id], changes });
    return ok({ before, version: version + 1 });
  });
}
