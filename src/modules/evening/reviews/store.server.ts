import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A booking's departure as reviewing it needs it, with the stars given. */
export const departureToReview = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("booking_facts as b")
    .leftJoin("ratings as r", "r.booking_id", "b.id")
    .select(["b.id", "b.status", "b.crawl_id", "b.date", "b.start_time", "b.starts_at", "r.stars", "r.comment"])
    .select(["b.browser", "b.user_id", "b.email", "b.city_id"])
    .select(["b.title", "b.title_es", "b.image", "b.city", "b.city_es"])
    .where("b.id", "=", bookingId)
    .executeTakeFirst();

/** Stars per booking, for those that have a review. */
export const starsOf = (db: Db, bookingIds: readonly string[]) =>
  db.selectFrom("ratings").select(["booking_id", "stars"]).where("booking_id", "in", bookingIds).execute();

export const addReview = (tx: Tx, row: Insertable<Tables["ratings"]>) => tx.insertInto("ratings").values(row).execute();

/** What all reviews of a crawl come to: the average with one decimal, 0 without one, and their number. */
export const ratingOf = (tx: Tx, crawlId: string) =>
  tx
    .selectFrom("ratings")
    .select([sql<number>`coalesce(round(avg(stars), 1), 0)`.as("rating"), sql<number>`count(*)::int`.as("reviews")])
    .where("crawl_id", "=", crawlId)
    .executeTakeFirstOrThrow();

/** Confirmed bookings between two dates whose guests gave no review and weren't asked for one, unless that was switched off as it left. */
export async function unaskedDepartures({ db, ask }: Pick<Context, "db" | "ask">, from: string, to: string) {
  const rows = await db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.date", "b.ends_at", "b.time_zone", "b.no_show_at"])
    .select((e) => e.exists(e.selectFrom("rating_requests as q").whereRef("q.booking_id", "=", "b.id")).as("is_asked"))
    .where("b.status", "=", "confirmed")
    .where("b.night_status", "=", "scheduled")
    .where("b.date", ">=", from)
    .where("b.date", "<=", to)
    .where((e) => e.not(e.exists(e.selectFrom("ratings as r").whereRef("r.booking_id", "=", "b.id"))))
    .orderBy("b.date")
    .execute();
  const withheld = await ask.withheldRequests(
    db,
    rows.filter((row) => row.is_asked).map(({ id }) => id),
  );
  const unasked = rows.filter((row) => !row.is_asked || withheld.has(row.id));
  const came = await ask.bookingsThatCame(
    db,
    unasked.map(({ id }) => id),
  );
  return unasked.map(({ id, date, ends_at, time_zone, no_show_at }) => ({
    id,
    date,
    ends_at,
    time_zone,
    attendance: came.has(id) ? ("came" as const) : no_show_at ? ("no_show" as const) : null,
  }));
}

/** Records that a booking's guest is asked. Returns whether it wasn't recorded before, or is asked anew. */
export async function noteAsked(tx: Tx, bookingId: string, now: Date): Promise<boolean> {
  const noted = await tx
    .insertInto("rating_requests")
    .values({ booking_id: bookingId, asked_at: now })
    .onConflict((c) =>
      c.column("booking_id").doUpdateSet({ asked_at: now }).where("rating_requests.asked_at", "<", now),
    )
    .returning("booking_id")
    .executeTakeFirst();
  return noted !== undefined;
}

export const forgetComments = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .updateTable("ratings")
    .set({ comment: "" })
    .where("booking_id", "in", bookingIds)
    .where("consent", "=", false)
    .execute();

export const reviewRowsOf = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("ratings")
    .select(["booking_id", "stars", "comment", "consent", "published", "language", "created_at"])
    .select((e) => [
      e
        .selectFrom("rating_answers as a")
        .whereRef("a.rating_id", "=", "ratings.id")
        .select(sql<string[]>`coalesce(json_agg(a.text order by a.created_at), '[]')`.as("replies"))
        .as("replies"),
    ])
    .where("booking_id", "in", bookingIds)
    .orderBy("created_at")
    .execute();

/** The average of the reviews of departures, 1 to 5, with their number. */
export async function averagesOf(db: Db, departureIds: readonly string[]) {
  const { rows } = await sql<{ departure_id: string; average: number; count: number }>`
    select b.scheduled_crawl_id as departure_id, avg(r.stars)::float8 as average, count(*)::int as count
    from ratings r join booking_facts b on b.id = r.booking_id
    where b.scheduled_crawl_id = any(${departureIds}::uuid[]) group by b.scheduled_crawl_id`.execute(db);
  return rows;
}
