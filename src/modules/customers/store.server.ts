import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Db } from "#src/platform/db.server.ts";

const wordsOf = (input: string): string[] => input.split(/\s+/).filter(Boolean);
/** Escapes LIKE wildcards in a search text. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Customers by their newest booking, newest first, as that booking's row: scans bookings backwards and skips those whose
 * address has a later one. An index serves both.
 */
export const newestBookings = (db: Db, { q, before }: { q: string; before: string | null }, limit: number) =>
  db
    .selectFrom("bookings as b")
    .select(["b.id", "b.first_name", "b.last_name", "b.email", "b.country", "b.created_at"])
    .where("b.email", "<>", "")
    .where(
      sql<boolean>`not exists (select from bookings n where lower(n.email) = lower(b.email)
        and (n.created_at, n.id) > (b.created_at, b.id))`,
    )
    .where((e) =>
      e.and(wordsOf(q).map((word) => sql<boolean>`b.search_text like '%' || searchable(${literally(word)}) || '%'`)),
    )
    .$if(before !== null, (found) =>
      found.where(
        sql<boolean>`(b.created_at, b.id) < (select c.created_at, c.id from bookings c where c.id = ${before}::uuid)`,
      ),
    )
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .execute();

/** Number of bookings, all and confirmed, per address (lower case), and whether it has an account. */
export const bookedBy = (db: Db, emails: readonly string[]) =>
  db
    .selectFrom("bookings as b")
    .leftJoin("user as u", (on) => on.on(sql<boolean>`u.email = lower(b.email)`))
    .select([
      sql<string>`lower(b.email)`.as("email"),
      sql<number>`count(*)::int`.as("bookings"),
      sql<number>`(count(*) filter (where b.status = 'confirmed'))::int`.as("confirmed"),
      sql<boolean>`bool_or(u.id is not null)`.as("account"),
    ])
    .where(sql<boolean>`lower(b.email) = any(${emails}::text[])`)
    .groupBy(sql`lower(b.email)`)
    .execute();

/** What each of some addresses paid minus refunds, per currency. */
export const spentBy = (db: Db, emails: readonly string[]) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("payments as p", "p.booking_id", "b.id")
    .select([
      sql<string>`lower(b.email)`.as("email"),
      sql<Currency>`p.currency`.as("currency"),
      sql<number>`sum(p.amount - coalesce((select sum(r.amount) from refunds r
        where r.payment_id = p.id and r.status = 'succeeded'), 0))::int`.as("amount"),
    ])
    .where(sql<boolean>`lower(b.email) = any(${emails}::text[])`)
    .where("p.status", "=", "succeeded")
    .groupBy([sql`lower(b.email)`, "p.currency"])
    .orderBy("p.currency")
    .execute();

/** The newest booking by the same person as another booking; undefined when that is missing or anonymized. */
export const newestOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("bookings as own", (on) => on.onTrue())
    .select(["b.id", "b.first_name", "b.last_name", "b.email", "b.country", "b.created_at"])
    .where("own.id", "=", bookingId)
    .where("own.email", "<>", "")
    .where(sql<boolean>`lower(b.email) = lower(own.email)`)
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(1)
    .executeTakeFirst();

/** The latest bookings of an address (lower case) with their departures and reviews. */
export const bookingsOf = (db: Db, email: string) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
    .innerJoin("pub_crawls as c", "c.id", "b.crawl_id")
    .leftJoin("ratings as r", "r.booking_id", "b.id")
    .select(["b.id", "b.reference", "b.number_of_people", "b.total_price", "d.date", "d.start_time"])
    .select(["c.title", "c.title_es", "r.stars", "r.comment"])
    .select([
      sql<"pending" | "confirmed" | "cancelled">`b.status`.as("status"),
      sql<Currency>`b.currency`.as("currency"),
    ])
    .where(sql<boolean>`lower(b.email) = ${email}`)
    .orderBy("b.created_at", "desc")
    .limit(50)
    .execute();

/** Messages to us from an address (lower case). */
export const messagesFrom = (db: Db, email: string) =>
  db
    .selectFrom("contact_messages")
    .select(["id", "subject", "created_at", "done_at"])
    .where((e) => e(e.fn("lower", ["email"]), "=", email))
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
