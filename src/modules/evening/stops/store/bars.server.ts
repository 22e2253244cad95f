import { sql } from "kysely";
import type { BarFields } from "#src/modules/evening/stops/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

const bars = (db: Db | Tx) =>
  db
    .selectFrom("bars as b")
    .innerJoin("cities as city", "city.id", "b.city_id")
    .select(["b.id", "b.name", "b.address", "b.map_url", "b.city_id", "b.guide_note", "b.is_active"])
    .select(["b.link_version", "b.voucher_price", "b.voucher_currency", "b.picture", "b.version"])
    .select(["city.name as city", "city.name_es as city_es", "city.time_zone"]);

export type BarRow = NonNullable<Awaited<ReturnType<typeof barById>>>;

/** A bar with its city. */
export const barById = (db: Db | Tx, id: string) => bars(db).where("b.id", "=", id).executeTakeFirst();

/** All bars by city and name, with how many crawls stop there. */
export const allBars = (db: Db) =>
  bars(db)
    .select(
      sql<number>`(select count(distinct s.crawl_id)::int from crawl_stops s join pub_crawls c on c.id = s.crawl_id
        where s.bar_id = b.id and c.deleted_at is null)`.as("crawls"),
    )
    .orderBy("city.position")
    .orderBy(inLetters("b.name"))
    .orderBy("b.id")
    .execute();

/** Locks a bar against other changes. */
export const lockBar = (tx: Tx, id: string) =>
  tx.selectFrom("bars").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Adds a bar under an id made by its form; false when it is there already. */
export const insertBar = async (tx: Tx, id: string, bar: BarFields): Promise<boolean> =>
  (await tx
    .insertInto("bars")
    .values({ id, ...bar })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

type Changed = BarFields | { is_active: boolean } | { link_version: number };

/** Writes a locked bar; its form's fields alone raise its version. */
export const saveBarRow = (tx: Tx, id: string, changed: Changed, raise: 0 | 1) =>
  tx
    .updateTable("bars")
    .set((was) => ({ ...changed, version: was("version", "+", raise) }))
    .where("id", "=", id)
    .execute();

/** The cities that a bar can be in. */
export const citiesToChoose = (db: Db) =>
  db.selectFrom("cities").select(["id", "name", "name_es"]).orderBy("position").orderBy("id").execute();

/** Puts one picture in the place of another. */
export const exchangePicture = (tx: Tx, { from, to }: { from: string; to: string }) =>
  sql`update bars set version = version + 1, picture = ${to} where picture = ${from}`.execute(tx);
