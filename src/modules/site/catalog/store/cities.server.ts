import { sql } from "kysely";
import { emptyCityRow, type StoredCity } from "#src/modules/site/catalog/rules/city.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const COLUMNS = Object.keys(emptyCityRow()) as (keyof StoredCity)[];

const edited = (db: Db | Tx, id: string) =>
  db
    .selectFrom("cities")
    .select([...COLUMNS, "id", "version", "is_active"])
    .where("id", "=", id);

/** A city for its form. */
export const cityForEditing = (db: Db | Tx, id: string) => edited(db, id).executeTakeFirst();

/** All cities in menu order. */
export const citiesForEditing = (db: Db) =>
  db
    .selectFrom("cities")
    .select([...COLUMNS, "id", "version"])
    .orderBy("position")
    .orderBy("id")
    .execute();

/** Locks a city's row against other changes. */
export const lockCity = (tx: Tx, id: string) => edited(tx, id).forNoKeyUpdate().executeTakeFirst();

/** All cities in menu order, locked: other orders and cities that are being added wait. */
export async function lockOrder(tx: Tx): Promise<{ id: string; name: string }[]> {
  await waitForOrder(tx);
  return tx.selectFrom("cities").select(["id", "name"]).orderBy("position").orderBy("id").forNoKeyUpdate().execute();
}

// locks on rows alone would let a city be added between the reading of the order and its writing
const waitForOrder = async (tx: Tx) =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('cities.order', 0))`.execute(tx));

/** Writes the places of all cities in the menu. */
export const saveOrder = async (tx: Tx, ids: readonly string[]) =>
  void (await sql`update cities set position = place.at from unnest(${[...ids]}::text[]) with ordinality as place (id, at)
    where cities.id = place.id`.execute(tx));

/** Adds a city at the end of the menu; false when the id is taken. */
export async function insertCity(tx: Tx, id: string, city: StoredCity, isActive: boolean): Promise<boolean> {
  await waitForOrder(tx);
  const added = await tx
    .insertInto("cities")
    .values({
      id,
      ...city,
      is_active: isActive,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from cities)`,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Writes a locked city and increments its version. */
export const saveCityRow = (tx: Tx, id: string, city: StoredCity) =>
  tx
    .updateTable("cities")
    .set((was) => ({ ...city, version: was("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Shows or hides a locked city. Its texts, and so its version, stay as they are. */
export const setCityActive = (tx: Tx, id: string, isActive: boolean) =>
  tx.updateTable("cities").set({ is_active: isActive }).where("id", "=", id).execute();

/** Locks a city's crawls, so that none gets departures before the transaction ends; by id against deadlocks. */
export const lockDatesOfCity = async (tx: Tx, id: string) =>
  void (await tx.selectFrom("pub_crawls").select("id").where("city_id", "=", id).orderBy("id").forUpdate().execute());

/** All cities in menu order, with their crawls. No chosen calendar has every active crawl. */
export async function citiesWithFigures(db: Db, calendarCrawlIds: readonly string[]) {
  const inCalendar = calendarCrawlIds.length === 0 ? sql`true` : sql`id = any(${[...calendarCrawlIds]}::uuid[])`;
  const [cities, crawls] = await Promise.all([
    db
      .selectFrom("cities")
      .select([...COLUMNS, "id", "is_active"])
      .orderBy("position")
      .orderBy("id")
      .execute(),
    db
      .selectFrom("pub_crawls")
      .select([
        "city_id",
        sql<number>`count(*)::int`.as("crawls"),
        sql<boolean>`bool_or(is_active and ${inCalendar})`.as("in_calendar"),
      ])
      .where("deleted_at", "is", null)
      .groupBy("city_id")
      .execute(),
  ]);
  return cities.map((city) => {
    const own = crawls.find(({ city_id }) => city_id === city.id);
    return { ...city, crawls: own?.crawls ?? 0, in_calendar: own?.in_calendar ?? false };
  });
}

/** Puts one picture in the place of another. */
export const exchangeCityPicture = (tx: Tx, { from, to }: { from: string; to: string }) =>
  sql`update cities set version = version + 1, image = ${to} where image = ${from}`.execute(tx);
