import type { StoredSection } from "#src/modules/content/rules.ts";
import type { Db } from "#src/platform/db.server.ts";

/** The stored sections of the home page (spec section 7: site tag cdmx, by section key). */
export const storedSections = (db: Db): Promise<StoredSection[]> =>
  db
    .selectFrom("home_page_content")
    .select(["section_key", "content"])
    .where("site_tag", "=", "cdmx")
    .orderBy("section_key")
    .execute();

/** When any text of the home page was last written; null while none is stored. */
export async function lastContentChange(db: Db): Promise<Date | null> {
  const { changed } = await db
    .selectFrom("home_page_content")
    .select((row) => row.fn.max("updated_at").as("changed"))
    .where("site_tag", "=", "cdmx")
    .executeTakeFirstOrThrow();
  return changed;
}
