import { fail, ok } from "#src/kernel/result.ts";
import type { Site } from "#src/kernel/site.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { OwnPicture } from "#src/modules/site/content/schema.ts";
import { holdLists, imageOf, insertImage } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** `alt` and `alt_es` are what the library says the picture shows. */
type NewImage = { src: string; site: Site; alt?: string; alt_es?: string };

/**
 * Adds a kept picture at the end of a site's gallery, shown at once; `src` as `keepPicture` returns it. A picture that is there
 * already is left as it is. Refusals: forbidden {missing}, picture_foreign (on another host: pages load none from there).
 */
export async function addImage(ctx: Context, { src, site, alt = "", alt_es = "" }: NewImage) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  if (!OwnPicture.safeParse(src).success) return fail("picture_foreign");
  return ctx.db.transaction().execute(async (tx) => {
    await holdLists(tx, "gallery_image");
    const there = await imageOf(tx, { src, site });
    if (there) return ok({ id: there.id, added: false });
    const { id } = await insertImage(tx, { src, site, alt, alt_es: alt_es || null });
    await audit(tx, ctx, {
      action: "gallery_image.added",
      subject: ["gallery_image", id],
      changes: { image_url: [null, src], site_tag: [null, site], ...(alt ? { alt: [null, alt] } : {}) },
    });
    return ok({ id, added: true });
  });
}
