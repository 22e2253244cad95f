import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { SavePost } from "#src/modules/site/content/schema.ts";
import { holdLists, insertPost, postWith } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Adds an Instagram post at the end of the list, shown at once. Refusals: forbidden {missing}, post_there. */
export async function addPost(ctx: Context, { link, picture, caption }: SavePost) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    await holdLists(tx, "instagram_post");
    if (await postWith(tx, link, null)) return fail("post_there");
    const { id } = await insertPost(tx, { link, picture, caption });
    await audit(tx, ctx, {
      action: "instagram_post.added",
      subject: ["instagram_post", id],
      changes: { image_url: [null, link], picture: [null, picture], ...(caption ? { caption: [null, caption] } : {}) },
    });
    return ok({ id });
  });
}
