import type { AgreedPage, PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { type VersionRow, versionRows } from "#src/modules/site/content/store/home.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { sql } from "kysely";

/** A version of a plain page; `own` names the version of Ronda's own text that it is, null where staff wrote it. */
export type PageVersion = Omit<VersionRow, "sections"> & { content: unknown; own: string | null };

/** A stored version as one of a page. */
export function pageVersionOf(page: PageKey, { sections, ...row }: VersionRow): PageVersion {
  const { own } = sections;
  return { ...row, content: sections[page], own: typeof own === "string" ? own : null };
}

/** A page's versions, newest first; the first is what guests see. */
export const pageVersions = async (db: Db | Tx, page: PageKey, limit: number): Promise<PageVersion[]> =>
  (await versionRows(db, limit, pageTag(page))).map((row) => pageVersionOf(page, row));

/** What guests see of a page; undefined before the first start with versions. */
export const currentVersion = async (db: Db | Tx, page: PageKey): Promise<PageVersion | undefined> =>
  (await pageVersions(db, page, 1))[0];

/** When and by whom a page's newest version was published, and whose text it is: without its content. */
export const newestOf = (db: Db | Tx, page: PageKey) =>
  db
    .selectFrom("content_versions as v")
    .select(["v.published_at", "v.published_by", sql<string | null>`v.sections ->> 'own'`.as("own")])
    .where("v.site_tag", "=", pageTag(page))
    .orderBy("v.published_at", "desc")
    .orderBy("v.id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether a version of Ronda's own text was ever kept for a page. */
export async function hadOwn(db: Db | Tx, page: PageKey, version: string): Promise<boolean> {
  const found = await db
    .selectFrom("content_versions as v")
    .select("v.id")
    .where("v.site_tag", "=", pageTag(page))
    .where(sql`v.sections ->> 'own'`, "=", version)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** SQL for the id of the version that guests see now of a page that they agree to; null before the first start with versions. */
export const agreedId = (page: AgreedPage): string =>
  `(select v.id from content_versions v where v.site_tag = '${pageTag(page)}' order by v.published_at desc, v.id desc limit 1)`;

/** The versions that guests see now of the pages that they agree to, by id; null before the first start with versions. */
export async function agreedIds(db: Db): Promise<Record<AgreedPage, string | null>> {
  const { rows } = await sql<Record<AgreedPage, string | null>>`
    select ${sql.raw(agreedId("terms"))} as terms, ${sql.raw(agreedId("privacy"))} as privacy`.execute(db);
  return rows[0]!;
}
