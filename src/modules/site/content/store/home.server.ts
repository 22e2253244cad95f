import { sql } from "kysely";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import type { Content } from "#src/modules/site/content/rules/home-draft.ts";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The home page has one tag in every table (spec section 3). */
export const HOME_TAG = "cdmx";

/** A section's draft; `content` is null when there is none, and `version` counts every change of it. */
export type DraftRow = {
  section_key: string;
  content: unknown;
  version: number;
  saved_by: string | null;
  saved_at: Date;
  by: string | null;
};

const drafts = (db: Db | Tx, tag: string) =>
  db
    .selectFrom("content_drafts as d")
    .leftJoin("user as u", "u.id", "d.saved_by")
    .select(["d.section_key", "d.content", "d.version", "d.saved_by", "d.saved_at", "u.name as by"])
    .where("d.site_tag", "=", tag)
    .orderBy("d.section_key");

/** The drafts of all sections; `tag` is what they are stored under: the home page, or a plain page (`pageTag`). */
export const draftRows = (db: Db, tag = HOME_TAG): Promise<DraftRow[]> => drafts(db, tag).execute();

/**
 * Locks the drafts of these sections, always in the order of their keys: two people's saves of several would deadlock. A section
 * without a row gets one, at version 0.
 */
export async function holdDrafts(tx: Tx, keys: readonly DraftKey[], now: Date, tag = HOME_TAG): Promise<DraftRow[]> {
  const rows = keys.toSorted().map((section_key) => ({ section_key, site_tag: tag, version: 0, saved_at: now }));
  await tx
    .insertInto("content_drafts")
    .values(rows)
    .onConflict((c) => c.columns(["section_key", "site_tag"]).doNothing())
    .execute();
  return drafts(tx, tag).where("d.section_key", "in", keys).forUpdate("d").execute();
}

type Saved = { content: Content | null; by: string | null; at: Date };

/** Stores a section's draft, which is locked; null removes it. Its version grows. */
export async function writeDraft(tx: Tx, key: string, { content, by, at }: Saved, tag = HOME_TAG): Promise<void> {
  await tx
    .updateTable("content_drafts")
    .set((row) => ({
      content: JSON.stringify(content),
      version: row("version", "+", 1),
      saved_by: by,
      saved_at: at,
    }))
    .where("section_key", "=", key)
    .where("site_tag", "=", tag)
    .execute();
}

/** What guests see from the end of the transaction on: the section's content, inserted or replaced (spec section 7). */
export async function publishSection(tx: Tx, key: string, content: unknown, at: Date): Promise<void> {
  const row = { section_key: key, site_tag: HOME_TAG, content: JSON.stringify(content), updated_at: at };
  await tx
    .insertInto("home_page_content")
    .values(row)
    .onConflict((c) =>
      c
        .columns(["section_key", "site_tag"])
        .doUpdateSet({ content: (e) => e.ref("excluded.content"), updated_at: (e) => e.ref("excluded.updated_at") }),
    )
    .execute();
}

/** All sections as they were published at one time. */
export type VersionRow = {
  id: string;
  sections: Record<string, unknown>;
  note: string;
  published_at: Date;
  /** null for what nobody published: the page as it was before, or Ronda's own text */
  published_by: string | null;
  by: string | null;
};

const versions = (db: Db | Tx, tag: string) =>
  db
    .selectFrom("content_versions as v")
    .leftJoin("user as u", "u.id", "v.published_by")
    .select(["v.id", "v.sections", "v.note", "v.published_at", "v.published_by", "u.name as by"])
    .where("v.site_tag", "=", tag);

/** The newest versions, newest first. */
export async function versionRows(db: Db | Tx, limit: number, tag = HOME_TAG): Promise<VersionRow[]> {
  const rows = await versions(db, tag).orderBy("v.published_at", "desc").orderBy("v.id", "desc").limit(limit).execute();
  return rows as VersionRow[];
}

/** One version; undefined when there is none. */
export const versionRow = async (db: Db | Tx, id: string, tag = HOME_TAG): Promise<VersionRow | undefined> =>
  (await versions(db, tag).where("v.id", "=", id).executeTakeFirst()) as VersionRow | undefined;

type NewVersion = { sections: readonly StoredSection[]; note: string; by: string | null; at: Date };

/** Keeps the whole page as it is published. */
export async function addVersion(
  tx: Tx,
  { sections, note, by, at }: NewVersion,
  { tag = HOME_TAG, own = null }: { tag?: string; own?: string | null } = {},
): Promise<string> {
  const whole = Object.fromEntries(sections.map(({ section_key, content }) => [section_key, content]));
  const newContent = own === null ? whole : { ...whole, own };
  const row = { site_tag: tag, sections: JSON.stringify(newContent), note, published_by: by, published_at: at };
  const { id } = await tx.insertInto("content_versions").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Puts one picture in the place of another. Drafts first and in the order of their keys, as whoever publishes locks them; a section
 * without a draft gets one, because somebody may be typing on it.
 */
export async function exchangeSectionPicture(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`insert into content_drafts as d (section_key, site_tag) select section_key, site_tag from (
      select section_key, site_tag from home_page_content where strpos(content::text, ${from}) > 0
      union select section_key, site_tag from content_drafts where strpos(content::text, ${from}) > 0
    ) as shown order by section_key, site_tag
    on conflict (section_key, site_tag) do update
      set version = d.version + 1, content = replace(d.content::text, ${from}, ${to})::jsonb`.execute(tx);
  await sql`update home_page_content set content = replace(content::text, ${from}, ${to})::jsonb
    where strpos(content::text, ${from}) > 0`.execute(tx);
}
