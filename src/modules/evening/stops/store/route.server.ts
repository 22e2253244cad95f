import { sql } from "kysely";
import type { CrawlStop, NightStop } from "#src/modules/evening/stops/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

/** A departure with what its night is about. */
export const nightById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.crawl_id", "d.date", "d.start_time", "d.end_time", "d.starts_at", "d.ends_at", "d.status"])
    .select(["d.title", "d.title_es", "d.meeting_place", "d.meeting_place_es", "d.meeting_point", "d.meeting_point_es"])
    .select(["d.city", "d.city_es", "d.time_zone", "d.map_url"])
    .select(["d.meeting_point", "d.meeting_point_es"])
    .where("d.id", "=", id)
    .executeTakeFirst();

/** A crawl by id, for the page of its stops. */
export const crawlById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("pub_crawls")
    .select(["id", "title", "title_es", "includes", "includes_es"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Locks a crawl against other changes of its stops. */
export const lockCrawl = (tx: Tx, id: string) =>
  tx
    .selectFrom("pub_crawls")
    .select(["id"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A crawl's stops in their order. */
export const crawlStops = (db: Db | Tx, crawlId: string) =>
  db
    .selectFrom("crawl_stops as s")
    .innerJoin("bars as b", "b.id", "s.bar_id")
    .select(["s.bar_id", "s.at", "s.vouchers", "b.name"])
    .where("s.crawl_id", "=", crawlId)
    .orderBy("s.position")
    .execute();

/** The stops of crawls in their order, with what guests may know of the bars. */
export const stopsOfCrawls = (db: Db, crawlIds: readonly string[]) =>
  db
    .selectFrom("crawl_stops as s")
    .innerJoin("bars as b", "b.id", "s.bar_id")
    .select(["s.crawl_id", "s.at", "s.vouchers", "b.name", "b.address", "b.map_url", "b.picture"])
    .where(sql<boolean>`s.crawl_id = any(${[...crawlIds]}::uuid[])`)
    .orderBy("s.crawl_id")
    .orderBy("s.position")
    .execute();

/** Replaces a locked crawl's stops. */
export async function saveCrawlStops(tx: Tx, crawlId: string, stops: readonly CrawlStop[]): Promise<void> {
  await tx.deleteFrom("crawl_stops").where("crawl_id", "=", crawlId).execute();
  if (stops.length === 0) return;
  const rows = stops.map((stop, index) => ({ crawl_id: crawlId, position: index + 1, ...stop }));
  await tx.insertInto("crawl_stops").values(rows).execute();
}

export type StopRow = {
  id: string;
  departure_id: string;
  bar_id: string;
  at: string;
  vouchers: number;
  skipped: boolean;
  name: string;
  address: string;
  map_url: string | null;
  guide_note: string;
};

// the ids that a departure's stops will have once they are copied, so that a page made before then names the same stops
const COPIED_ID = sql`md5(d.id || ':' || c.position || ':' || c.bar_id)::uuid`;

/** The stops of departures: their own, else those of their crawl; in their order. */
export async function stopsOf(db: Db | Tx, departureIds: readonly string[]): Promise<StopRow[]> {
  if (departureIds.length === 0) return [];
  const { rows } = await sql<StopRow>`
    select s.id, s.departure_id, s.bar_id, s.at, s.vouchers, s.skipped, b.name, b.address, b.map_url, b.guide_note
    from (
      select id, departure_id, position, bar_id, at, vouchers, skipped from departure_stops
      where departure_id = any(${[...departureIds]}::uuid[])
      union all
      select ${COPIED_ID}, d.id, c.position, c.bar_id, c.at, c.vouchers, false
      from night_facts d join crawl_stops c on c.crawl_id = d.crawl_id
      where d.id = any(${[...departureIds]}::uuid[])
        and not exists (select from departure_routes r where r.departure_id = d.id)
    ) s join bars b on b.id = s.bar_id
    order by s.departure_id, s.position`.execute(db);
  return rows;
}

/** The version of a departure's own stops, 0 while it has none, and the one that guests were told of. */
export async function routeVersion(db: Db | Tx, departureId: string) {
  const row = await db
    .selectFrom("departure_routes")
    .select(["version", "told_version"])
    .where("departure_id", "=", departureId)
    .executeTakeFirst();
  return row ?? { version: 0, told_version: null };
}

/** Gives a departure its own stops, copied from its crawl, unless it has some; then locks them. Whether they were copied now. */
export async function ownRoute(tx: Tx, departureId: string) {
  // first the departure, as whoever moves it does: the row below refers to it
  await tx.selectFrom("scheduled_crawls").select("id").where("id", "=", departureId).forKeyShare().execute();
  const added = await tx
    .insertInto("departure_routes")
    .values({ departure_id: departureId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("departure_id")
    .executeTakeFirst();
  if (added)
    await sql`insert into departure_stops (id, departure_id, position, bar_id, at, vouchers)
      select ${COPIED_ID}, d.id, c.position, c.bar_id, c.at, c.vouchers
      from scheduled_crawls d join crawl_stops c on c.crawl_id = d.crawl_id where d.id = ${departureId}`.execute(tx);
  const locked = await tx
    .selectFrom("departure_routes")
    .select(["version", "told_version"])
    .where("departure_id", "=", departureId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { ...locked, copied: added !== undefined };
}

/** Writes the stops of a locked route in a new order; those without an id are added. */
export async function saveRoute(tx: Tx, departureId: string, stops: readonly NightStop[]): Promise<void> {
  for (const [index, { id, ...stop }] of stops.entries()) {
    const row = { ...stop, position: index + 1 };
    if (id === null)
      await tx
        .insertInto("departure_stops")
        .values({ departure_id: departureId, ...row })
        .execute();
    else await tx.updateTable("departure_stops").set(row).where("id", "=", id).execute();
  }
}

/** Sets the version of a locked route, and the one that guests are told of. */
export const saveRouteVersion = (tx: Tx, departureId: string, now: { version: number; told_version: number | null }) =>
  tx.updateTable("departure_routes").set(now).where("departure_id", "=", departureId).execute();

/** Bars that a stop can be at: the active ones, and those of `also` that aren't any more. */
export const barsToChoose = (db: Db | Tx, also: readonly string[] = []) =>
  db
    .selectFrom("bars as b")
    .innerJoin("cities as city", "city.id", "b.city_id")
    .select(["b.id", "b.name", "city.name as city", "city.name_es as city_es"])
    .where((e) => e.or([e("b.is_active", "=", true), ...(also.length > 0 ? [e("b.id", "in", [...also])] : [])]))
    .orderBy("city.position")
    .orderBy(inLetters("b.name"))
    .execute();
