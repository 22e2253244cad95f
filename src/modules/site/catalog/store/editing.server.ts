import { sql, type SqlBool } from "kysely";
import { emptyRow, type StoredCrawl } from "#src/modules/site/catalog/rules/draft.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

const COLUMNS = Object.keys(emptyRow()) as (keyof StoredCrawl)[];

/** A crawl's editable columns, with the version for optimistic locking. */
export type EditedCrawl = StoredCrawl & {
  id: string;
  version: number;
  deleted_at: Date | null;
  former_slugs: string[];
};

const edited = (db: Db | Tx, id: string) =>
  db
    .selectFrom("pub_crawls")
    .select([...COLUMNS, "id", "version", "deleted_at", "former_slugs", "rating", "review_count", "created_at"])
    .where("id", "=", id)
    .$castTo<EditedCrawl & { rating: number; review_count: number; created_at: Date }>();

/** A crawl for its form, deleted ones too. */
export const crawlForEditing = (db: Db, id: string) => edited(db, id).executeTakeFirst();

/** All crawls that aren't deleted, by title. */
export const crawlsForEditing = (db: Db) =>
  db
    .selectFrom("pub_crawls")
    .select([...COLUMNS, "id", "version"])
    .where("deleted_at", "is", null)
    .orderBy(inLetters("title"))
    .orderBy("id")
    .$castTo<StoredCrawl & { id: string; version: number }>()
    .execute();

/** Locks the row against other changes. */
export const lockCrawl = (tx: Tx, id: string) => edited(tx, id).forNoKeyUpdate().executeTakeFirst();

/** Also blocks new departures of the crawl. */
export const lockCrawlAndItsDates = (tx: Tx, id: string) => edited(tx, id).forUpdate().executeTakeFirst();

const written = ({ prices, picture_alts, ...rest }: StoredCrawl) => ({
  ...rest,
  prices: JSON.stringify(prices),
  picture_alts: JSON.stringify(picture_alts),
});

/** Inserts a crawl; false when the id exists. Violates pub_crawls_slug_key when its slug is taken. */
export async function insertCrawl(tx: Tx, id: string, crawl: StoredCrawl, now: Date): Promise<boolean> {
  const added = await tx
    .insertInto("pub_crawls")
    .values({ id, ...written(crawl), created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Writes a locked crawl and increments its version. Violates pub_crawls_slug_key when its slug is taken. */
export const saveCrawl = (tx: Tx, id: string, crawl: StoredCrawl, formerSlugs: readonly string[]) =>
  tx
    .updateTable("pub_crawls")
    .set((was) => ({ ...written(crawl), former_slugs: [...formerSlugs], version: was("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Shows or hides a locked crawl, or deletes or restores it. */
export const setCrawlState = (tx: Tx, id: string, state: { is_active: boolean; deleted_at: Date | null }) =>
  tx
    .updateTable("pub_crawls")
    .set((was) => ({ ...state, version: was("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Has a locked crawl shown on every site, or lets its title decide. */
export const setOnEverySite = (tx: Tx, id: string, on_every_site: boolean) =>
  tx
    .updateTable("pub_crawls")
    .set((was) => ({ on_every_site, version: was("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** The time zones of two cities; unknown cities are absent. */
export const zonesOf = async (tx: Tx, cities: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (await tx.selectFrom("cities").select(["id", "time_zone"]).where("id", "in", cities).execute()).map((city) => [
      city.id,
      city.time_zone,
    ]),
  );

export type ListFilter = { city: string | null; state: "active" | "inactive" | null; text: string };

const NAMES = sql`concat_ws(' ', c.title, c.title_es, c.slug, cities.name, cities.name_es)`;

/** Titles and cities of the list's crawls near a search text. */
export const textsNearCrawls = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`pub_crawls c join cities on cities.id = c.city_id`,
    text: sql`findable(${NAMES})`,
    shown: NAMES,
    where: [sql<SqlBool>`c.deleted_at is null`],
  });

/** The crawls of the list by title; deleted ones by deletion, latest first. */
export function listedCrawls(db: Db, { city, state, text }: ListFilter, deleted: boolean) {
  let rows = db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select([
      "c.id",
      "c.slug",
      "c.city_id",
      "c.title",
      "c.title_es",
      "cities.name as city_name",
      "cities.name_es as city_name_es",
      "cities.is_active as is_city_active",
      "c.price",
      "c.currency",
      "c.prices",
      "c.image",
      "c.is_active",
      "c.on_every_site",
      "c.version",
      "c.deleted_at",
      "c.rating",
      "c.review_count",
    ])
    .where("c.deleted_at", deleted ? "is not" : "is", null);
  if (city !== null) rows = rows.where("c.city_id", "=", city);
  if (state !== null) rows = rows.where("c.is_active", "=", state === "active");
  rows = rows.where((e) => e.and(containsWords(sql`findable(${NAMES})`, text, 1)));
  return deleted
    ? rows.orderBy("c.deleted_at", "desc").orderBy("c.id").execute()
    : rows.orderBy(inLetters("c.title")).orderBy("c.id").execute();
}

/** The colours of the crawls that aren't deleted. */
export const coloursInUse = async (db: Db): Promise<string[]> =>
  (await db.selectFrom("pub_crawls").select("colour").where("deleted_at", "is", null).execute()).map(
    ({ colour }) => colour,
  );

/** The number of crawls in each state. */
export const countCrawls = (db: Db) =>
  db
    .selectFrom("pub_crawls")
    .select([
      sql<number>`(count(*) filter (where is_active))::int`.as("active"),
      sql<number>`(count(*) filter (where not is_active and deleted_at is null))::int`.as("inactive"),
      sql<number>`(count(*) filter (where deleted_at is not null))::int`.as("deleted"),
    ])
    .executeTakeFirstOrThrow();

/** The addresses that other crawls have or had, which all lead to them. */
export async function addressesOfOthers(db: Db | Tx, id: string): Promise<string[]> {
  const rows = await db.selectFrom("pub_crawls").select(["slug", "former_slugs"]).where("id", "!=", id).execute();
  return rows.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs]);
}

type Exchange = { from: string; to: string; alts: { en: string; es: string } | null };

/** Puts one picture in the place of another. A crawl that shows the new one already shows it once, described as it is there. */
export async function exchangeCrawlPicture(tx: Tx, { from, to, alts }: Exchange): Promise<void> {
  const gallery = sql`array_replace(gallery, ${from}, ${to})`;
  const [old, now] = [sql`${from}::text`, sql`${to}::text`];
  const fromLibrary = sql`${alts === null ? null : JSON.stringify(alts)}::jsonb`;
  await sql`update pub_crawls set version = version + 1, image = replace(image, ${from}, ${to}),
      gallery = array(select src from unnest(${gallery}) with ordinality as one (src, at) group by src order by min(at)),
      picture_alts = jsonb_strip_nulls(picture_alts - ${old} || jsonb_build_object(${now},
        case when ${now} = any (gallery || image) then coalesce(picture_alts -> ${now}, ${fromLibrary})
          else picture_alts -> ${old} end))
    where image = ${from} or ${from} = any (gallery)`.execute(tx);
}
