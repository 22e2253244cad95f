import type { Db, Tx } from "#src/platform/db.server.ts";

/** A departure with the crawl it is sold as, in both languages. Undefined when either is missing. */
export const departureOnSale = (db: Db | Tx, departureId: string, crawlId: string) =>
  db
    .selectFrom("night_facts as d")
    .innerJoin("pub_crawls as c", (join) => join.on("c.id", "=", crawlId))
    .innerJoin("cities", "cities.id", "c.city_id")
    .select([
      "d.id",
      "d.date",
      "d.start_time",
      "d.end_time",
      "d.starts_at",
      "d.total_spots",
      "d.early_bird_sale",
      "c.title",
      "c.title_es",
      "c.image",
      "cities.name as city_name",
      "cities.name_es as city_name_es",
      "cities.time_zone",
    ])
    .where("d.id", "=", departureId)
    .executeTakeFirst();

/** A departure with its own crawl, whether or not it is on sale. */
export const nightById = (db: Db, departureId: string) =>
  db
    .selectFrom("night_facts")
    .select(["id", "date", "start_time", "end_time", "title", "title_es", "image", "city", "city_es", "time_zone"])
    .where("id", "=", departureId)
    .executeTakeFirst();

/** The crawls whose departures are sold: active ones in active cities. */
export async function activeCrawlIds(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select("c.id")
    .where("c.is_active", "=", true)
    .where("cities.is_active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** The days of an account's confirmed nights, practised ones only with `test`. */
export async function nightsOfAccount(db: Db | Tx, userId: string, test: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom("booking_facts")
    .select("date")
    .distinct()
    .where("user_id", "=", userId)
    .where("status", "=", "confirmed")
    .where("test", "in", test ? [true, false] : [false])
    .execute();
  return rows.flatMap(({ date }) => date ?? []);
}

/** How many seats a live hold keeps; 0 when it has lapsed. */
export async function heldSeats(db: Db, bookingId: string, now: Date): Promise<number> {
  const hold = await db
    .selectFrom("bookings")
    .select("number_of_people")
    .where("id", "=", bookingId)
    .where("status", "=", "pending")
    .where("hold_expires_at", ">", now)
    .executeTakeFirst();
  return hold?.number_of_people ?? 0;
}
