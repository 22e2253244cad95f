import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Counts = {
  cities: number;
  crawls: number;
  hidden: number;
  nights: number;
  first_id: string | null;
  first_date: string | null;
  bookings: number;
};

/** Bookings are counted up to here: their table may be large, and the page only says that there are some. */
const MOST_BOOKINGS = 1000;

/**
 * What there is to sell at `now`, and what was sold, up to 1,000: nights that guests could book if the site were open, of the crawls
 * that guests see (`offers`, by id).
 */
export async function countOffer(db: Db | Tx, offers: readonly string[], now: Date): Promise<Counts> {
  const ids = [...offers];
  const { rows } = await sql<Counts>`
    with nights as (
      select d.id, d.date, d.starts_at from night_facts d where d.crawl_id = any(${ids}::uuid[]) and d.status = 'scheduled' and d.sales_close_at > ${now} and not d.bookings_disabled
        and d.external_booking_link is null and d.available_spots > 0
    ), first as (select id, date from nights order by starts_at, id limit 1)
    select (select count(*) from cities where is_active)::int as cities,
      (select count(*) from pub_crawls where id = any(${ids}::uuid[]))::int as crawls,
      (select count(*) from pub_crawls where id <> all(${ids}::uuid[]) and deleted_at is null)::int as hidden,
      (select count(*) from nights)::int as nights,
      (select id from first) as first_id, (select date::text from first) as first_date,
      (select count(*) from (select from booking_facts where status = 'confirmed' limit ${MOST_BOOKINGS}) counted)::int as bookings`.execute(
    db,
  );
  return rows[0]!;
}

/** When sales were last opened or closed; null where they never were. */
export async function lastSwitched(db: Db): Promise<Date | null> {
  const entry = await db
    .selectFrom("audit_log")
    .select("at")
    .where("subject_type", "=", "sales")
    .where("subject_id", "=", "all")
    .where("action", "in", ["sales.opened", "sales.closed"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return entry?.at ?? null;
}

/** Whether an email to try the mail server has been taken by one, ever since `since`. */
export async function hasTriedMail(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("emails")
    .select("id")
    .where("kind", "=", "staff_mail_test")
    .where("created_at", ">", since)
    .where("status", "=", "sent")
    .where("captured", "=", false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
