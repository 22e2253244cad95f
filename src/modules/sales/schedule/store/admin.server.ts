import { sql } from "kysely";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import type { SoldOfNight } from "#src/modules/sales/schedule/questions.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const departures = (db: Db | Tx) =>
  db
    .selectFrom("scheduled_crawls as d")
    .select([
      "d.id",
      "d.crawl_id",
      "d.date",
      "d.start_time",
      "d.end_time",
      "d.starts_at",
      "d.ends_at",
      "d.sales_close_at",
      "d.total_spots",
      "d.recurrence_type",
      "d.recurrence_occurrences",
      "d.series_id",
      "d.price",
      "d.sale_price",
      "d.hide_total_spots",
      "d.bookings_disabled",
      "d.early_bird_sale",
      "d.external_booking_link",
      "d.version",
    ])
    .select([
      sql<number>`d.total_spots - d.available_spots + d.overbooked_spots`.as("taken"),
      sql<SetPrices>`d.prices`.as("prices"),
      sql<SetPrices>`d.sale_prices`.as("sale_prices"),
      sql<"scheduled" | "cancelled">`d.status`.as("status"),
    ]);

type Asking = Pick<Context, "ask" | "now">;

const UNSOLD: SoldOfNight = { confirmed: 0, bookings: 0, held: 0 };

/** Departures with what is sold of them. */
async function withSold<Row extends { id: string }>(on: Db | Tx, { ask, now }: Asking, rows: readonly Row[]) {
  const sold = await ask.soldOfNights(
    on,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => ({ ...row, ...(sold.get(row.id) ?? UNSOLD) }));
}

export type AdminRow = Awaited<ReturnType<typeof departuresBetween>>[number];

/** Every departure between two local dates, cancelled ones too, of some crawls or all, by date and hour. */
export async function departuresBetween(
  db: Db,
  ctx: Asking,
  { from, to, crawlIds }: { from: string; to: string; crawlIds: readonly string[] | null },
) {
  const rows = await departures(db)
    .where("d.date", ">=", from)
    .where("d.date", "<=", to)
    .$if(crawlIds !== null, (query) => query.where("d.crawl_id", "in", crawlIds?.length ? crawlIds : [NOBODY]))
    .orderBy("d.date")
    .orderBy("d.start_time")
    .orderBy("d.id")
    .execute();
  return withSold(db, ctx, rows);
}

// "in ()" is invalid SQL
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const departureById = async (db: Db | Tx, ctx: Asking, id: string) =>
  (await withSold(db, ctx, await departures(db).where("d.id", "=", id).execute()))[0];

export type LockedRow = Awaited<ReturnType<typeof lockedDepartures>>[number];

/** Departures by id, locked until the transaction ends, ordered by id so that crossing edits can't deadlock. */
export async function lockedDepartures(tx: Tx, ctx: Asking, ids: readonly string[]) {
  if (ids.length === 0) return [];
  await tx.selectFrom("scheduled_crawls").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
  const rows = await departures(tx)
    .innerJoin("pub_crawls as c", "c.id", "d.crawl_id")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select(["c.sales_cutoff_minutes", "cities.time_zone", "c.currency as crawl_currency"])
    .where("d.id", "in", ids)
    .orderBy("d.date")
    .orderBy("d.id")
    .execute();
  return withSold(tx, ctx, rows);
}

/** The scheduled departures of a series from a date on. */
export async function idsOfSeries(db: Db | Tx, seriesId: string, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom("scheduled_crawls")
    .select("id")
    .where("series_id", "=", seriesId)
    .where("date", ">=", from)
    .where("status", "=", "scheduled")
    .execute();
  return rows.map(({ id }) => id);
}

/** Every crawl, public or not, with what its departures inherit; newest last. */
export const crawlsToSchedule = (db: Db | Tx) =>
  db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select([
      "c.id",
      "c.title",
      "c.title_es",
      "c.short_name",
      "c.short_name_es",
      "c.city_id",
      "cities.name as city_name",
      "cities.name_es as city_name_es",
      "cities.time_zone",
      "c.price",
      "c.currency",
      "c.sales_cutoff_minutes",
      "c.created_at",
    ])
    .select([
      sql<SetPrices>`c.prices`.as("prices"),
      sql<boolean>`c.deleted_at is not null`.as("is_deleted"),
      "c.is_active",
      "c.on_every_site",
      "c.deleted_at",
      "cities.is_active as is_city_active",
      sql<CrawlColour>`c.colour`.as("colour"),
    ])
    .orderBy("cities.position")
    .orderBy("c.created_at")
    .orderBy("c.id")
    .execute();

/** A crawl's scheduled departures on the given dates, but for those of a group. */
export const departuresOn = (db: Db | Tx, crawlId: string, dates: readonly string[]) =>
  db
    .selectFrom("scheduled_crawls as d")
    .select(["d.id", "d.date", "d.start_time", "d.total_spots"])
    .select(sql<number>`d.total_spots - d.available_spots + d.overbooked_spots`.as("taken"))
    .where("crawl_id", "=", crawlId)
    .where("status", "=", "scheduled")
    .where("is_private", "=", false)
    .where("date", "=", sql<string>`any(${dates}::date[])`)
    .execute();

type Times = { starts_at: Date; ends_at: Date; sales_close_at: Date };
type NewDeparture = DepartureTerms &
  Times & {
    crawl_id: string;
    recurrence_type: string | null;
    recurrence_occurrences: number | null;
    series_id: string | null;
    created_at: Date;
    is_private?: boolean;
  };

/** Inserts departures; two of one crawl on one date violate `one_scheduled_crawl_a_date`. Returns their ids by date. */
export async function insertDepartures(tx: Tx, rows: readonly NewDeparture[]): Promise<string[]> {
  const added = await tx
    .insertInto("scheduled_crawls")
    .values(
      rows.map((row) => ({
        ...row,
        available_spots: row.total_spots,
        prices: JSON.stringify(row.prices),
        sale_prices: JSON.stringify(row.sale_prices),
      })),
    )
    .returning("id")
    .execute();
  return added.map(({ id }) => id);
}

/** Writes an edited departure and increments its version. A changed total is set beforehand, with what follows from it. */
export const rewriteDeparture = (
  tx: Tx,
  id: string,
  { prices, sale_prices, ...rest }: Partial<DepartureTerms & Times>,
) =>
  tx
    .updateTable("scheduled_crawls")
    .set({
      ...rest,
      ...(prices ? { prices: JSON.stringify(prices) } : {}),
      ...(sale_prices ? { sale_prices: JSON.stringify(sale_prices) } : {}),
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();

export const removeDeparture = (tx: Tx, id: string) =>
  tx.deleteFrom("scheduled_crawls").where("id", "=", id).executeTakeFirst();

const SCOPE = "departures";

/** A form's recorded result. */
export type Created = { ids: string[]; series_id: string | null; first: string };

/** Concurrent submissions of the same form wait here, then find its answer. */
export const lockForm = async (tx: Tx, key: string) =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`${SCOPE}:${key}`}, 0))`.execute(tx));

export const keepAnswer = (tx: Tx, key: string, hash: string, answer: Created) =>
  tx
    .insertInto("idempotency_keys")
    .values({ scope: SCOPE, key, request_hash: hash, answer: JSON.stringify(answer) })
    .execute();

export async function keptAnswer(tx: Tx, key: string): Promise<Created | null> {
  const row = await tx
    .selectFrom("idempotency_keys")
    .select("answer")
    .where("scope", "=", SCOPE)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return null;
  const { ids, series_id, first } = row.answer as Created;
  return { ids, series_id, first };
}
