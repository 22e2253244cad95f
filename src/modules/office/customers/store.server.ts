import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Db } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";

const SEARCHED = sql`b.found_by`;

/** Who booked: by email address or, where they left none, by phone number. Never both empty: their data was deleted. */
export type Who = { email: string; phone: string };

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, "");
/** What tells customers apart, as text; `keyOfRow` in the database. */
export const keyOf = ({ email, phone }: Who): string => (email === "" ? `tel:${digitsOf(phone)}` : email.toLowerCase());
const keyOfRow = sql<string>`case when b.email = '' then 'tel:' || regexp_replace(b.phone, '\\D', '', 'g') else lower(b.email) end`;

/** The bookings (as `b`) of some customers; each half has its index (bookings_by_email, bookings_by_phone). */
function bookedByAny(who: readonly Who[]) {
  const emails = who.flatMap(({ email }) => (email === "" ? [] : [email.toLowerCase()]));
  const phones = who.flatMap(({ email, phone }) => (email === "" ? [digitsOf(phone)] : []));
  return sql<boolean>`(lower(b.email) = any(${emails}::text[])
    or (b.email = '' and b.phone <> '' and regexp_replace(b.phone, '\\D', '', 'g') = any(${phones}::text[])))`;
}

/** Whether a booking counts: not one of an import that was undone, which is as though it had never been sold (docs/decisions/207). */
const counts = (booking: string) =>
  sql<boolean>`not exists (select from imported_references r where r.booking_id = ${sql.ref(`${booking}.id`)} and r.is_undone)`;

/** `test`: whoever was imported in practice, else the others. */
type Query = { q: string; before: string | null; test: boolean };

/**
 * Customers by their newest booking, newest first, as that booking's row, and whoever was imported and has booked nothing here, as they
 * were imported.
 */
export async function newestCustomers(db: Db, query: Query, limit: number) {
  const before = query.before === null ? null : await placeOf(db, query.before);
  if (before === undefined) return [];
  const booked = await newestBookings(db, { q: query.q, before }, limit);
  const imported = await importedAlone(db, { ...query, before }, limit);
  return [...booked, ...imported]
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

type PlaceInList = { id: string; at: Date };

/** Where a customer stands in the list; undefined where there is none. */
async function placeOf(db: Db, id: string): Promise<PlaceInList | undefined> {
  const { rows } = await sql<PlaceInList>`select id, created_at as at from booking_facts where id = ${id}
    union all select id, created_at from imported_people where id = ${id}`.execute(db);
  return rows[0];
}

type From = { q: string; before: PlaceInList | null };

/** Whoever was imported and has no booking under their address or number. */
const importedAlone = (db: Db, { q, before, test }: From & { test: boolean }, limit: number) =>
  db
    .selectFrom("imported_people as p")
    .select(["p.id", "p.first_name", "p.last_name", "p.email", "p.phone", "p.country", "p.created_at"])
    .where("p.test", "=", test)
    .where(
      sql<boolean>`not exists (select from booking_facts b where p.email <> '' and lower(b.email) = lower(p.email) and ${counts("b")})
        and not exists (select from booking_facts b where p.email = '' and b.email = '' and b.phone <> ''
          and regexp_replace(b.phone, '\\D', '', 'g') = regexp_replace(p.phone, '\\D', '', 'g') and ${counts("b")})`,
    )
    .where((e) => e.and(containsWords(sql`p.found_by`, q)))
    .$if(before !== null, (found) =>
      found.where(sql<boolean>`(p.created_at, p.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .limit(limit)
    .execute();

// scans bookings backwards and skips those whose customer has a later one; indexes serve both
const newestBookings = (db: Db, { q, before }: From, limit: number) =>
  db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.first_name", "b.last_name", "b.email", "b.phone", "b.country", "b.created_at"])
    .where(
      sql<boolean>`case when b.email <> '' then not exists (select from booking_facts n where lower(n.email) = lower(b.email)
          and (n.created_at, n.id) > (b.created_at, b.id) and ${counts("n")})
        when b.phone <> '' then not exists (select from booking_facts n where n.email = '' and n.phone <> ''
          and regexp_replace(n.phone, '\\D', '', 'g') = regexp_replace(b.phone, '\\D', '', 'g')
          and (n.created_at, n.id) > (b.created_at, b.id) and ${counts("n")})
        else false end`,
    )
    .where(counts("b"))
    .where((e) => e.and(containsWords(SEARCHED, q)))
    .$if(before !== null, (found) =>
      found.where(sql<boolean>`(b.created_at, b.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .execute();

/** Names, addresses and references of customers near a search text. */
export const textsNearCustomers = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`bookings b`,
    text: SEARCHED,
    shown: sql`b.first_name || ' ' || b.last_name || ' ' || b.email || ' ' || b.reference`,
    where: [sql<boolean>`(b.email <> '' or b.phone <> '')`, counts("b")],
  });

/** Number of bookings, all and confirmed, per customer (`keyOf`), and whether they have an account. */
export const bookedBy = (db: Db, who: readonly Who[]) =>
  db
    .selectFrom("booking_facts as b")
    .leftJoin("user as u", (on) => on.on(sql<boolean>`u.email = lower(b.email) and u.email_verified`))
    .select([
      keyOfRow.as("key"),
      sql<number>`count(*)::int`.as("bookings"),
      sql<number>`(count(*) filter (where b.status = 'confirmed'))::int`.as("confirmed"),
      sql<boolean>`bool_or(u.id is not null)`.as("account"),
    ])
    .where(bookedByAny(who))
    .where(counts("b"))
    .groupBy(keyOfRow)
    .execute();

/** What each of some customers (`keyOf`) paid minus refunds and what their banks have taken, per currency; test money only where `tests` count. */
export const spentBy = (db: Db, who: readonly Who[], tests: boolean) =>
  db
    .selectFrom("booking_facts as b")
    .innerJoin("payments as p", "p.purchase_id", "b.id")
    .select([
      keyOfRow.as("key"),
      sql<Currency>`p.currency`.as("currency"),
      sql<number>`sum(p.amount - coalesce((select sum(r.amount) from refunds r
        where r.payment_id = p.id and r.status = 'succeeded'), 0) - coalesce((select sum(x.amount) from disputes x
        where x.payment_id = p.id and x.state in ('open', 'lost')), 0))::int`.as("amount"),
    ])
    .where(bookedByAny(who))
    .where("p.status", "=", "succeeded")
    .$if(!tests, (paid) => paid.where("p.mode", "=", "live"))
    .groupBy([keyOfRow, "p.currency"])
    .orderBy("p.currency")
    .execute();

/** Who made a booking, or was imported, in practice or not; undefined when that is missing or anonymized. */
export async function whoIs(db: Db, id: string, test: boolean): Promise<Who | undefined> {
  const { rows } =
    await sql<Who>`select email, phone from booking_facts where id = ${id} and (email <> '' or phone <> '')
    union all select email, phone from imported_people where id = ${id} and test = ${test}`.execute(db);
  return rows[0];
}

/** A customer's newest booking that counts, else they as they were `imported`, else a booking whose import was undone; and which it is. */
export async function newestOf(db: Db, who: Who, imported: Awaited<ReturnType<typeof importedOf>>) {
  const booking = await db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.first_name", "b.last_name", "b.email", "b.phone", "b.country", "b.created_at"])
    .select(counts("b").as("counts"))
    .where(bookedByAny([who]))
    .orderBy(counts("b"), "desc")
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (booking && (booking.counts || !imported)) return { anchor: "booking" as const, row: booking };
  return { anchor: "imported" as const, row: imported! };
}

/** How a customer was imported, in practice or not: from where, and with which tags. */
export const importedOf = (db: Db, { email, phone }: Who, test: boolean) =>
  db
    .selectFrom("imported_people as p")
    .select(["p.id", "p.first_name", "p.last_name", "p.email", "p.phone", "p.country", "p.created_at"])
    .select(["p.source", "p.tags", "p.language"])
    .where("p.test", "=", test)
    .where(
      email === ""
        ? sql<boolean>`p.email = '' and regexp_replace(p.phone, '\\D', '', 'g') = ${digitsOf(phone)}`
        : sql<boolean>`p.email <> '' and lower(p.email) = ${email.toLowerCase()}`,
    )
    .executeTakeFirst();

/** The latest bookings of a customer with their departures and reviews. */
export const bookingsOf = (db: Db, who: Who) =>
  db
    .selectFrom("booking_facts as b")
    .leftJoin("ratings as r", "r.booking_id", "b.id")
    .select(["b.id", "b.reference", "b.number_of_people", "b.total_price", "b.date", "b.start_time"])
    .select(["b.title", "b.title_es", "r.stars", "r.comment"])
    .select([
      sql<"pending" | "confirmed" | "cancelled">`b.status`.as("status"),
      sql<Currency>`b.currency`.as("currency"),
    ])
    .where(bookedByAny([who]))
    .where(counts("b"))
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
