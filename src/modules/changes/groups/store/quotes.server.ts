import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { DepositState, RequestState } from "#src/modules/changes/groups/schema.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

const quotes = (db: Db | Tx) =>
  db
    .selectFrom("group_quotes as q")
    .innerJoin("group_requests as r", "r.id", "q.request_id")
    .innerJoin("pub_crawls as c", "c.id", "q.crawl_id")
    .innerJoin("cities", "cities.id", "c.city_id")
    .leftJoin("booking_facts as b", "b.id", "q.booking_id")
    .leftJoin("group_deposits as e", "e.quote_id", "q.id")
    .leftJoin("user as u", "u.id", "q.created_by")
    .select(["q.id", "q.request_id", "q.version", "q.crawl_id", "q.people", "q.date", "q.start_time", "q.end_time"])
    .select(["q.deposit", "q.deposit_by", "q.places", "e.id as deposit_id", "e.paid_at as deposit_paid_at"])
    .select(["q.total", "q.pay_by", "q.valid_until", "q.included", "q.departure_id", "q.booking_id", "q.created_at"])
    .select("q.accepted_at")
    .select([
      "c.title",
      "c.title_es",
      "c.city_id",
      "cities.name as city",
      "cities.name_es as city_es",
      "cities.time_zone",
    ])
    .select(["r.name", "r.email", "r.phone", "r.language", "r.site_tag", "u.name as by"])
    .select(["b.status as booking_status", "b.link_version", "b.hold_expires_at", "b.created_at as booked_at"])
    .select(["b.total_price as booking_total"])
    .select([
      sql<Currency>`q.currency`.as("currency"),
      sql<DepositState | null>`e.state`.as("deposit_state"),
      sql<number>`coalesce((select sum(k.expired) from credits k where k.purchase_id = e.id), 0)::int`.as(
        "deposit_kept",
      ),
      sql<number>`coalesce((select sum(k.amount - k.voided) from credits k where k.purchase_id = e.id), 0)::int`.as(
        "deposit_left",
      ),
      // the accepted offer that it would change: its booking waits to be paid
      sql<
        string | null
      >`case when q.booking_id is null then (select o.id from group_quotes o join booking_facts w on w.id = o.booking_id
        where o.request_id = q.request_id and o.version < q.version and w.status = 'pending' order by o.version desc limit 1) end`.as(
        "changes",
      ),
      sql<boolean>`not exists (select from group_quotes o where o.request_id = q.request_id and o.version > q.version
        and o.booking_id is not null)`.as("is_last_booked"),
      sql<RequestState>`r.state`.as("request_state"),
      sql<boolean>`q.version = (select max(o.version) from group_quotes o where o.request_id = q.request_id)`.as(
        "is_newest",
      ),
    ]);

export type QuoteRow = NonNullable<Awaited<ReturnType<typeof quoteById>>>;

/** An offer; undefined where there is none, or its guest was forgotten. */
export const quoteById = (db: Db | Tx, id: string) =>
  quotes(db).where("q.id", "=", id).where("r.email", "<>", "").executeTakeFirst();

/** The offers for a request, newest first. */
export const quotesOf = (db: Db, requestId: string) =>
  quotes(db).where("q.request_id", "=", requestId).orderBy("q.version", "desc").execute();

/** The accepted offers whose booking isn't paid. */
export const unpaidQuotes = (db: Db) =>
  quotes(db).where("b.status", "=", "pending").where("r.email", "<>", "").orderBy("q.id").execute();

/** The accepted offers whose booking is for a night, and hasn't ended. */
export const quotesOfNight = (db: Db, departureId: string) =>
  quotes(db)
    .where("b.scheduled_crawl_id", "=", departureId)
    .where("b.status", "in", ["pending", "confirmed"])
    .where("r.email", "<>", "")
    .orderBy("q.id")
    .execute();

/** Adds the next version unless its form was sent before. Returns its id; undefined where it was. */
export const addQuote = (tx: Tx, row: Omit<Insertable<Tables["group_quotes"]>, "version">) =>
  tx
    .insertInto("group_quotes")
    .values((e) => ({
      ...row,
      version: e
        .selectFrom("group_quotes")
        .where("request_id", "=", row.request_id)
        .select(sql<number>`coalesce(max(version), 0) + 1`.as("next")),
    }))
    .onConflict((c) => c.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();

export const setDeparture = (tx: Tx, id: string, departure_id: string | null) =>
  tx.updateTable("group_quotes").set({ departure_id }).where("id", "=", id).execute();

/** The nights that were made for an offer, or for those of a request, and have no booking of it. */
export const unbookedNights = (tx: Tx, of: { id: string } | { request_id: string }) =>
  tx
    .selectFrom("group_quotes")
    .select("id")
    .select((e) => e.ref("departure_id").$notNull().as("departure_id"))
    .where((e) => e.and(of))
    .where("departure_id", "is not", null)
    .where("booking_id", "is", null)
    .execute();

/** Locks the request of an offer, on the connection that takes its places. */
export const lockRequestOf = (on: Statements, id: string) =>
  on.query(
    "select r.id from group_requests r join group_quotes q on q.request_id = r.id where q.id = $1 for update of r",
    [id],
  );

// under the request's lock: who sends another version, closes it or accepts at the same time waits
const ACCEPT = `
  with asked as (
    select r.id from group_requests r join group_quotes q on q.request_id = r.id
    where q.id = $1 and r.state = 'quoted' and q.booking_id is null
      and q.version = (select max(o.version) from group_quotes o where o.request_id = r.id)
    for update of r
  ), accepted as (update group_requests r set state = 'accepted' from asked where r.id = asked.id returning r.id)
  update group_quotes q set booking_id = $2 from accepted where q.id = $1 returning q.id`;

/** Notes the booking that an offer becomes, if it still may: the newest one of a request that is open. Whether it was noted. */
export async function acceptedBy(on: Statements, id: string, bookingId: string): Promise<boolean> {
  const { rows } = await on.query({ name: "accept-group-quote", text: ACCEPT, values: [id, bookingId] });
  return rows.length > 0;
}

/** Notes that both sides are told of an accepted offer; false where they were. */
export const markAccepted = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable("group_quotes")
    .set({ accepted_at: now })
    .where("id", "=", id)
    .where("booking_id", "is not", null)
    .where("accepted_at", "is", null)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** The offer that a booking comes from, with the night that was made for it and the one that the booking is for now. */
export const quoteOfBooking = (tx: Tx, bookingId: string) =>
  quotes(tx).select("b.scheduled_crawl_id as booked_on").where("q.booking_id", "=", bookingId).executeTakeFirst();

/** The accepted offer of a request whose booking waits to be paid. */
export const waitingQuote = (db: Db | Tx, requestId: string) =>
  quotes(db).where("q.request_id", "=", requestId).where("b.status", "=", "pending").executeTakeFirst();

/** An accepted offer becomes another version, with its booking, its night and its deposit. */
export async function moveAcceptance(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  const { booking_id, departure_id } = await tx
    .selectFrom("group_quotes")
    .select(["booking_id", "departure_id"])
    .where("id", "=", from)
    .executeTakeFirstOrThrow();
  await tx.updateTable("group_quotes").set({ booking_id: null, departure_id: null }).where("id", "=", from).execute();
  await tx
    .updateTable("group_quotes")
    .set({ booking_id, departure_id, accepted_at: now })
    .where("id", "=", to)
    .execute();
  await tx.updateTable("group_deposits").set({ quote_id: to }).where("quote_id", "=", from).execute();
}
