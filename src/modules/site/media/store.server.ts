import { sql, type SqlBool } from "kysely";
import type { PictureUse } from "#src/modules/site/media/rules/uses.ts";
import type { LibraryFilter, View } from "#src/modules/site/media/rules/library.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { containsWords } from "#src/platform/search-words.server.ts";

/** The addresses of all uploaded pictures that are used anywhere, without width and extension. */
export async function usedUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ src: string }>`
    select distinct '/uploads/' || name as src from picture_uses() order by src`.execute(db);
  return rows.map(({ src }) => src);
}

type StoredPicture = { name: string; width: number; height: number };

/**
 * Enters a picture and takes it out of the trash. `isThere`: whether it was in the library already; `isNew`: whether it had no
 * entry, so that no job can have deleted its files meanwhile.
 */
export async function enterPicture(db: Db, { name, width, height }: StoredPicture, now: Date) {
  const { rows } = await sql<{ alt: string; alt_es: string | null; isThere: boolean; isNew: boolean }>`
    with before as (select purged_at from pictures where name = ${name})
    insert into pictures (name, width, height, added_at, unused_since) values (${name}, ${width}, ${height}, ${now}, ${now})
    on conflict (name) do update set width = excluded.width, height = excluded.height, trashed_at = null, purged_at = null,
      unused_since = case when pictures.unused_since is null and pictures.purged_at is null then null else ${now}::timestamptz end
    returning alt, alt_es, exists (select from before where purged_at is null) as "isThere",
      not exists (select from before) as "isNew"`.execute(db);
  return rows[0]!;
}

/** Takes a picture back whose files couldn't be stored. */
export const leavePicture = (db: Db, name: string, now: Date) =>
  db
    .updateTable("pictures")
    .set({ purged_at: now })
    .where("name", "=", name)
    .where("unused_since", "is not", null)
    .execute();

const VIEW_WHERE: Record<View, string> = {
  all: "p.trashed_at is null",
  unused: "p.trashed_at is null and u.name is null",
  undescribed: "p.trashed_at is null and p.alt = ''",
  trash: "p.trashed_at is not null",
};

const USES = sql`(select name, count(*)::int as places, string_agg(concat_ws(' ', label, label_es), ' ') as labels
  from picture_uses() group by name)`;
const SHOWN = sql`p.name, p.width, p.height, p.alt, p.alt_es, p.focus_x, p.focus_y, p.version, p.added_at, p.trashed_at,
  coalesce(u.places, 0) as places`;

export type PictureRow = {
  name: string;
  width: number | null;
  height: number | null;
  alt: string;
  alt_es: string | null;
  focus_x: number;
  focus_y: number;
  version: number;
  added_at: Date;
  trashed_at: Date | null;
  places: number;
};

/** A page of the library, newest first, and how many pictures the whole filter finds. A search looks in texts and in names of uses. */
export async function libraryPage(db: Db, { view, q, page }: LibraryFilter, size: number) {
  const words = sql`findable(concat_ws(' ', p.name, p.alt, p.alt_es, u.labels))`;
  const where = [sql<SqlBool>`p.purged_at is null and ${sql.raw(VIEW_WHERE[view])}`, ...containsWords(words, q)];
  const { rows } = await sql<PictureRow & { total: number }>`
    select ${SHOWN}, count(*) over ()::int as total from pictures p left join ${USES} u on u.name = p.name
    where ${sql.join(where, sql` and `)} order by p.added_at desc, p.name limit ${size} offset ${(page - 1) * size}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** How many pictures each view has. */
export async function viewCounts(db: Db): Promise<Record<View, number>> {
  const counts = Object.entries(VIEW_WHERE).map(
    ([view, where]) => sql`count(*) filter (where ${sql.raw(where)})::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<View, number>>`
    select ${sql.join(counts)} from pictures p left join ${USES} u on u.name = p.name where p.purged_at is null`.execute(
    db,
  );
  return rows[0]!;
}

/** The pictures of the library that aren't in the trash and are described in a language, newest first. */
export const describedPictures = (db: Db) =>
  db
    .selectFrom("pictures")
    .select(["name", "alt", "alt_es", "focus_x", "focus_y", "version"])
    .where("purged_at", "is", null)
    .where("trashed_at", "is", null)
    .where((either) => either.or([either("alt", "<>", ""), either("alt_es", "<>", "")]))
    .orderBy("added_at", "desc")
    .orderBy("name")
    .execute();

/** A picture of the library, also from the trash. */
export async function pictureByName(db: Db, name: string): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`
    select ${SHOWN} from pictures p left join ${USES} u on u.name = p.name
    where p.name = ${name} and p.purged_at is null`.execute(db);
  return rows[0];
}

/** Where a picture is used: crawls and cities first. */
export async function usesOf(db: Db | Tx, name: string): Promise<PictureUse[]> {
  const { rows } = await sql<PictureUse>`
    select kind, id, site, label, label_es from picture_uses() where name = ${name}
    order by array_position(array['crawl', 'city', 'bar', 'add_on', 'guide', 'setting', 'home_section', 'gallery_image', 'instagram_post', 'home_draft'], kind), site, label desc, id`.execute(
    db,
  );
  return rows;
}

/** A picture of the library that isn't in the trash: its size and texts; undefined without one, or where its size isn't known. */
export async function pictureToShow(tx: Tx, name: string) {
  const row = await tx
    .selectFrom("pictures")
    .select(["width", "height", "alt", "alt_es"])
    .where("name", "=", name)
    .where("trashed_at", "is", null)
    .where("purged_at", "is", null)
    .executeTakeFirst();
  if (!row || row.width === null || row.height === null) return undefined;
  const alts = row.alt ? { en: row.alt, es: row.alt_es ?? "" } : null;
  return { size: { width: row.width, height: row.height }, alts };
}

/** Locks a picture of the library; undefined when there is none, or no longer. Whoever begins to use it waits. */
export const holdPicture = (tx: Tx, name: string) =>
  tx
    .selectFrom("pictures")
    .selectAll()
    .where("name", "=", name)
    .where("purged_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

type Described = { alt: string; alt_es: string | null; focus_x: number; focus_y: number };

/** Writes what is changed of a picture held by `holdPicture`: naming its focus has every server draw its pages anew. */
export const writePicture = (tx: Tx, name: string, row: Partial<Described>) =>
  tx
    .updateTable("pictures")
    .set((e) => ({ ...row, version: e("version", "+", 1) }))
    .where("name", "=", name)
    .execute();

/** Puts a picture held by `holdPicture` into the trash, or takes it out: it counts as unused from then on. */
export const writeTrashed = (tx: Tx, name: string, { trashed, now }: { trashed: boolean; now: Date }) =>
  tx
    .updateTable("pictures")
    .set(trashed ? { trashed_at: now } : { trashed_at: null, unused_since: now })
    .where("name", "=", name)
    .execute();

/** Marks a picture held by `holdPicture` as deleted for good. */
export const writePurged = (tx: Tx, name: string, now: Date) =>
  tx.updateTable("pictures").set({ purged_at: now }).where("name", "=", name).execute();

/** Whether a picture has been deleted for good. */
export const isPurged = async (db: Db | Tx, name: string): Promise<boolean> =>
  (await db
    .selectFrom("pictures")
    .select("name")
    .where("name", "=", name)
    .where("purged_at", "is not", null)
    .executeTakeFirst()) !== undefined;

/** Pictures in use whose focus isn't in the middle. */
export const focusedPictures = (db: Db) =>
  db
    .selectFrom("pictures")
    .select(["name", "focus_x as x", "focus_y as y"])
    .where(sql<SqlBool>`(focus_x, focus_y) <> (50, 50)`)
    .where("unused_since", "is", null)
    .where("purged_at", "is", null)
    .orderBy("name")
    .limit(500)
    .execute();

/** Notes since when nothing uses a picture, and that something does. One that somebody holds is left to the next time. */
export async function noteUnused(db: Db, now: Date): Promise<void> {
  await sql`update pictures set unused_since = null, trashed_at = null where name in (
    select name from pictures where num_nonnulls(unused_since, trashed_at) > 0 and purged_at is null
      and name in (select name from picture_uses()) for update skip locked)`.execute(db);
  await sql`update pictures set unused_since = ${now} where name in (
    select name from pictures where unused_since is null and purged_at is null
      and name not in (select name from picture_uses()) for update skip locked)`.execute(db);
}

/** Names of so many pictures that have been unused since before then, and aren't in the trash. */
export const unusedBefore = async (db: Db, before: Date, most: number): Promise<string[]> =>
  namesOf(await someInLibrary(db, most).where("unused_since", "<", before).where("trashed_at", "is", null).execute());

/** Names of so many pictures that have been in the trash since before then. */
export const trashedBefore = async (db: Db, before: Date, most: number): Promise<string[]> =>
  namesOf(await someInLibrary(db, most).where("trashed_at", "<", before).execute());

/** In no order: those that fail every night mustn't keep the others waiting. */
const someInLibrary = (db: Db, most: number) =>
  db
    .selectFrom("pictures")
    .select("name")
    .where("purged_at", "is", null)
    .orderBy(sql`random()`)
    .limit(most);

const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

/** Lets nobody else replace the same picture before this transaction ends. Locks no row: records are locked before pictures. */
export const holdReplacement = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`picture:${name}`}, 0))`.execute(tx);
