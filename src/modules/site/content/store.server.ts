import type { Site } from "#src/kernel/site.ts";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import type { Db } from "#src/platform/db.server.ts";

/** The home page's stored sections (spec section 7: site tag cdmx, by section key). */
export const storedSections = (db: Db): Promise<StoredSection[]> =>
  db
    .selectFrom("home_page_content")
    .select(["section_key", "content"])
    .where("site_tag", "=", "cdmx")
    .orderBy("section_key")
    .execute();

/** A site's gallery pictures, in order (spec section 7). */
export const activeImages = (db: Db, site: Site) =>
  db
    .selectFrom("gallery_images")
    .select(["id", "image_url", "alt", "alt_es"])
    .where("is_active", "=", true)
    .where("site_tag", "=", site)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** The posts to show, in order (spec section 7). */
export const activePosts = (db: Db) =>
  db
    .selectFrom("instagram_posts")
    .select(["id", "image_url", "picture", "caption"])
    .where("is_active", "=", true)
    .orderBy("display_order")
    .orderBy("id")
    .execute();

/** When any text of the home page was last changed; null while none is stored. */
export async function lastContentChange(db: Db): Promise<Date | null> {
  const { changed } = await db
    .selectFrom("home_page_content")
    .select((row) => row.fn.max("updated_at").as("changed"))
    .where("site_tag", "=", "cdmx")
    .executeTakeFirstOrThrow();
  return changed;
}
