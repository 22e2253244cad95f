import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { HandWay } from "#src/kernel/pay-method.ts";
import type { CountedWay, SaleWay, TillLine, TillState } from "#src/modules/evening/till/rules/till.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

const currencyOf = sql<Currency>`currency`.as("currency");
const stateOf = sql<TillState>`state`.as("state");
// never the email: guides see it
const NAME = (alias: string) => sql<string>`coalesce(trim(${sql.ref(`${alias}.name`)}), '')`;

/** The till of a person that isn't closed, locked until the transaction ends: money goes in and out under this lock. */
export const tillForUpdate = (tx: Tx, userId: string) =>
  tx
    .selectFrom("tills")
    .select(["id", "user_id", "city_id", "night", "test", "round", "taker_id", stateOf])
    .where("user_id", "=", userId)
    .where("state", "<>", "closed")
    .forUpdate()
    .executeTakeFirst();

export const tillByIdForUpdate = (tx: Tx, id: string) =>
  tx
    .selectFrom("tills")
    .select(["id", "user_id", "city_id", "night", "test", "round", "counter_id", "taker_id", "looked_at"])
    .select(["closed_alone", stateOf])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const tillById = (db: Db | Tx, id: string) =>
  db.selectFrom("tills").select(["id", "user_id", stateOf]).where("id", "=", id).executeTakeFirst();

/** The till into which a person's takings go, of test money or of real; undefined without one. */
export const openTillOf = (db: Db | Tx, userId: string, test: boolean) =>
  db
    .selectFrom("tills")
    .select(["id", "city_id"])
    .where("user_id", "=", userId)
    .where("state", "=", "open")
    .where("test", "=", test)
    .executeTakeFirst();

type NewTill = { id: string; user_id: string; city_id: string; night: string; test: boolean; opened_at: Date };
/** False where this till exists; throws `one_till_at_a_time` where the person has another. */
export const addTill = async (tx: Tx, till: NewTill): Promise<boolean> =>
  (
    await tx
      .insertInto("tills")
      .values(till)
      .onConflict((c) => c.column("id").doNothing())
      .returning("id")
      .execute()
  ).length === 1;

type NewLine = {
  id?: string;
  till_id: string;
  way?: HandWay;
  kind: TillLine["kind"];
  currency: string;
  amount: number;
  due?: number;
  payment_id?: string;
  refund_id?: string;
  reason?: string;
  at: Date;
};
/** False where the line exists: a taking by its payment, a refund by its own id, anything else by its id. */
export const addLine = async (tx: Tx, line: NewLine): Promise<boolean> =>
  (
    await tx
      .insertInto("till_lines")
      .values(line)
      .onConflict((c) => c.doNothing())
      .returning("id")
      .execute()
  ).length === 1;

export const lineById = (tx: Tx, id: string) =>
  tx
    .selectFrom("till_lines")
    .select(["till_id", "currency", "amount", "reason"])
    .where("id", "=", id)
    .executeTakeFirst();

export const linesOfTills = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("till_lines as l")
    .leftJoin("payments as p", "p.id", "l.payment_id")
    .select(["l.id", "l.till_id", "l.amount", "l.due", "l.reason", "l.at", sql<Currency>`l.currency`.as("currency")])
    .select([sql<TillLine["kind"]>`l.kind`.as("kind"), sql<HandWay>`l.way`.as("way"), "p.hand_reference as reference"])
    .where("l.till_id", "in", ids)
    .orderBy("l.at")
    .orderBy("l.id")
    .execute();

/** The counts of tills in their current round. */
export const countsOfTills = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("till_counts as c")
    .innerJoin("tills as t", (on) => on.onRef("t.id", "=", "c.till_id").onRef("t.round", "=", "c.round"))
    .select(["c.till_id", "c.expected", "c.counted", "c.reason", sql<Currency>`c.currency`.as("currency")])
    .select(sql<CountedWay>`c.way`.as("way"))
    .where("c.till_id", "in", ids)
    .execute();

type NewCount = {
  till_id: string;
  round: number;
  way: CountedWay;
  currency: string;
  expected: number;
  counted: number;
  reason: string;
  at: Date;
};
export const addCounts = (tx: Tx, counts: NewCount[]) => tx.insertInto("till_counts").values(counts).execute();

type Change = Partial<{
  state: TillState;
  round: number;
  counted_at: Date | null;
  counter_id: string | null;
  taker_id: string | null;
  closed_at: Date;
  closed_alone: string;
  looked_at: Date;
  looked_by: string | null;
}>;
export const updateTill = (tx: Tx, id: string, change: Change) =>
  tx.updateTable("tills").set(change).where("id", "=", id).executeTakeFirst();

/** A payment that may go into a till. */
export const paymentOf = (tx: Tx, id: string) =>
  tx
    .selectFrom("payments")
    .select(["id", "provider", "amount", "mode", currencyOf])
    .where("id", "=", id)
    .executeTakeFirst();

/** A refund of cash, or of a card at our terminal, that staff gave back by hand. */
export const handRefundOf = (tx: Tx, id: string) =>
  tx
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.amount", "p.mode", sql<Currency>`r.currency`.as("currency")])
    .select(sql<"cash" | "terminal">`p.provider`.as("way"))
    .where("r.id", "=", id)
    .where("p.provider", "in", ["cash", "terminal"])
    .where("r.status", "=", "succeeded")
    .where("r.external_id", "is", null)
    .executeTakeFirst();

/** Active cities, and the date of the night that is on there: that of the earliest departure of today or before that isn't over. */
export const citiesOfNight = (db: Db, now: Date) =>
  db
    .selectFrom("cities as t")
    .select(["t.id", "t.name", "t.name_es", "t.time_zone as zone"])
    .select(
      sql<string>`coalesce((select min(d.date) from night_facts d
        where d.city_id = t.id and d.status = 'scheduled' and d.ends_at > ${now}
          and d.date <= (${now}::timestamptz at time zone t.time_zone)::date),
        (${now}::timestamptz at time zone t.time_zone)::date)::text`.as("night"),
    )
    .select(
      sql<boolean>`exists (select from night_facts d
        where d.city_id = t.id and d.status = 'scheduled' and d.ends_at > ${now}
          and d.date <= (${now}::timestamptz at time zone t.time_zone)::date)`.as("on"),
    )
    .where("t.is_active", "=", true)
    .orderBy("t.position")
    .orderBy("t.id")
    .execute();

const departures = (db: Db) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.date", "d.status", "d.start_time", "d.starts_at", "d.ends_at", "d.title", "d.title_es"])
    .select(["d.city_id", "d.city", "d.city_es", "d.time_zone as zone", "d.is_private"]);

/** What may be sold at a door now, nearest start first: `sellsAtDoor` decides. With the seats that a sale can have. */
export const departuresAtDoor = (db: Db, now: Date) =>
  departures(db)
    .select(
      sql<number>`d.available_spots + greatest(0, coalesce((select sum(b.number_of_people) from booking_facts b
        where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.hold_expires_at <= ${now}
          and not exists (select from open_friend_shares s where s.booking_id = b.id)), 0)::int - d.overbooked_spots)`.as(
        "free",
      ),
    )
    .where("d.status", "=", "scheduled")
    .where("d.ends_at", ">", now)
    .where("d.starts_at", "<", new Date(now.getTime() + 36 * 3_600_000))
    .where("d.crawl_is_active", "=", true)
    .where("d.city_is_active", "=", true)
    .orderBy("d.starts_at")
    .orderBy("d.id")
    .execute();

/** All departures that may be tonight's or keep another from being so, also of crawls that aren't sold any more. */
export const nightsNear = (db: Db, now: Date) =>
  departures(db)
    .where("d.status", "=", "scheduled")
    .where("d.ends_at", ">", now)
    .where("d.starts_at", "<", new Date(now.getTime() + 36 * 3_600_000))
    .execute();

export const departureById = (db: Db, id: string) => departures(db).where("d.id", "=", id).executeTakeFirst();

type NewSale = {
  booking_id: string;
  sale_id: string;
  user_id: string | null;
  way: string;
  let_in: boolean;
  id_seen: boolean;
  created_at: Date;
};
// These run in the transaction that takes a sale's places, which is on a bare connection.
const ADD_SALE = `insert into door_sales (booking_id, sale_id, user_id, way, let_in, id_seen, created_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (booking_id) do update set way = excluded.way, let_in = excluded.let_in, id_seen = excluded.id_seen
  where exists (select from booking_facts b where b.id = door_sales.booking_id and b.status <> 'confirmed')`;

/** Stores a sale; known already and not paid, it is what it was sent as last. */
export const addSale = (on: Statements, { booking_id, sale_id, user_id, way, let_in, id_seen, created_at }: NewSale) =>
  on.query(ADD_SALE, [booking_id, sale_id, user_id, way, let_in, id_seen, created_at]);

const UNPAID_OF_SELLER = `select coalesce(sum(b.number_of_people), 0)::int as people
  from door_sales s join booking_facts b on b.id = s.booking_id
  where s.user_id = $1 and b.status = 'pending' and b.hold_expires_at > $2`;

/** People of a person's sales by link that hold places and aren't paid. */
export const unpaidOfSeller = async (on: Statements, userId: string, now: Date): Promise<number> =>
  (await on.query<{ people: number }>(UNPAID_OF_SELLER, [userId, now])).rows[0]!.people;

/** Lets one sale of a person after the other count what they hold, until the transaction ends. */
export const lockSeller = (on: Statements, userId: string) =>
  on.query(`select from "user" where id = $1 for no key update`, [userId]);

/** A sale by its own id, as far as it has come; undefined where it wasn't begun. */
export const saleBegun = (db: Db, saleId: string) =>
  db
    .selectFrom("door_sales as s")
    .innerJoin("booking_facts as b", "b.id", "s.booking_id")
    .select(["b.id", "b.status", "b.total_price", "s.user_id", "s.way", sql<Currency>`b.currency`.as("currency")])
    .where("s.sale_id", "=", saleId)
    .executeTakeFirst();

/** The booking of a person's sale whose money is in a till, whatever became of it; undefined where it isn't. */
export const saleTaken = (db: Db | Tx, { saleId, userId }: { saleId: string; userId: string }) =>
  db
    .selectFrom("door_sales as s")
    .innerJoin("booking_facts as b", "b.id", "s.booking_id")
    .select("b.reference")
    .where("s.sale_id", "=", saleId)
    .where("s.user_id", "=", userId)
    .where((e) =>
      e.exists(
        e
          .selectFrom("till_lines as l")
          .innerJoin("payments as p", "p.id", "l.payment_id")
          .select("l.id")
          .whereRef("p.purchase_id", "=", "b.id"),
      ),
    )
    .executeTakeFirst();

/** Waits for whoever is at a sale's booking. */
export const lockSale = (tx: Tx, saleId: string) =>
  tx
    .selectFrom("bookings")
    .select("id")
    .where("id", "in", (e) => e.selectFrom("door_sales").select("booking_id").where("sale_id", "=", saleId))
    .forUpdate()
    .execute();

/** A sale at the door with its booking; `amount`, `paid_by` and `till_id` once its money is in a till. */
export const saleById = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("door_sales as s")
    .innerJoin("booking_facts as b", "b.id", "s.booking_id")
    .innerJoin("night_facts as d", "d.id", "b.scheduled_crawl_id")
    .select("d.time_zone as zone")
    .select([
      "s.booking_id",
      "s.user_id",
      "s.let_in",
      "s.id_seen",
      "s.created_at",
      "b.reference",
      "b.status",
      "b.number_of_people",
      "b.test",
    ])
    .select(sql<SaleWay>`s.way`.as("way"))
    .select(["b.total_price", "b.language", "b.hold_expires_at", "b.link_version", "b.scheduled_crawl_id"])
    .select(sql<Currency>`b.currency`.as("currency"))
    .select((e) =>
      e
        .selectFrom("till_lines as l")
        .innerJoin("payments as p", "p.id", "l.payment_id")
        .select("l.amount")
        .whereRef("p.purchase_id", "=", "b.id")
        .orderBy("l.at")
        .limit(1)
        .as("amount"),
    )
    .select((e) =>
      e
        .selectFrom("till_lines as l")
        .innerJoin("payments as p", "p.id", "l.payment_id")
        .select(sql<HandWay>`l.way`.as("way"))
        .whereRef("p.purchase_id", "=", "b.id")
        .orderBy("l.at")
        .limit(1)
        .as("paid_by"),
    )
    .select((e) =>
      e
        .selectFrom("till_lines as l")
        .innerJoin("payments as p", "p.id", "l.payment_id")
        .select("l.till_id")
        .whereRef("p.purchase_id", "=", "b.id")
        .limit(1)
        .as("till_id"),
    )
    .where("s.booking_id", "=", bookingId)
    .executeTakeFirst();

/** A phone of the door. */
export const deviceOf = (db: Db, id: string) =>
  db.selectFrom("door_devices").select(["name", "user_id", "revoked_at"]).where("id", "=", id).executeTakeFirst();

/** A person's phones that still have places to sell without a line, with how many: what they sold of them may not be sent yet. */
export const phonesLent = (db: Db, userId: string) =>
  db
    .selectFrom("offline_places as o")
    .innerJoin("door_devices as v", "v.id", "o.device_id")
    .select(["v.id", "v.name", sql<number>`sum(o.places - o.sold)::int`.as("places")])
    .where("v.user_id", "=", userId)
    .where("o.returned_at", "is", null)
    .whereRef("o.places", ">", "o.sold")
    .groupBy(["v.id", "v.name"])
    .orderBy(inLetters("v.name"))
    .execute();

type Takers = { but: readonly string[]; roles: readonly string[]; cities: readonly string[] | null };

/** Staff who may take a till over: everybody who may sell at the door, in one of these cities (null: any), but those of `but`. */
export const takers = (db: Db, { but, roles, cities }: Takers, adminEmails: readonly string[]) =>
  db
    .selectFrom("user as u")
    .select(["u.id", NAME("u").as("name")])
    .where("u.id", "not in", but)
    .where(sql<boolean>`coalesce(u.banned, false) = false`)
    .$if(cities !== null, (q) => q.where(sql<boolean>`(u.city_ids is null or u.city_ids && ${cities}::text[])`))
    .where((e) =>
      e.or([
        e("u.role", "in", [...roles, ""]),
        e.and([e("u.email_verified", "=", true), sql<boolean>`lower(u.email) = any(${[...adminEmails]}::text[])`]),
      ]),
    )
    .orderBy("name")
    .limit(200)
    .execute();

const tills = (db: Db | Tx) =>
  db
    .selectFrom("tills as t")
    .innerJoin("cities as c", "c.id", "t.city_id")
    .leftJoin("user as u", "u.id", "t.user_id")
    .leftJoin("user as k", "k.id", "t.taker_id")
    .select([
      "t.id",
      "t.user_id",
      "t.test",
      "t.night",
      "t.round",
      "t.opened_at",
      "t.closed_at",
      "t.looked_at",
      "t.taker_id",
    ])
    .select(["c.name as city", "c.name_es as city_es", "c.time_zone as zone"])
    .select(["t.closed_alone", sql<TillState>`t.state`.as("state")])
    .leftJoin("user as n", "n.id", "t.counter_id")
    .select([NAME("n").as("counter"), "t.counter_id"])
    .select([NAME("u").as("by"), NAME("k").as("taker")]);
export type TillRow = Awaited<ReturnType<typeof notClosedTill>>;

export const notClosedTill = (db: Db | Tx, userId: string) =>
  tills(db).where("t.user_id", "=", userId).where("t.state", "<>", "closed").executeTakeFirst();

export const tillRow = (db: Db, id: string) => tills(db).where("t.id", "=", id).executeTakeFirst();

/** Counted tills that wait for a person to take them over. */
export const tillsToTake = (db: Db, userId: string) =>
  tills(db).where("t.taker_id", "=", userId).where("t.state", "=", "counted").orderBy("t.counted_at").execute();

export type TillFilter = { night: string | null; state: "open" | "closed" | "different" | null };

/** Tills by night, newest first. `open` are all that aren't closed, `different` those with a difference that nobody has looked at. */
export const listTills = (db: Db, { night, state }: TillFilter, before: string | null, limit: number) =>
  tills(db)
    .$if(night !== null, (q) => q.where("t.night", "=", night!))
    .$if(state === "open", (q) => q.where("t.state", "<>", "closed"))
    .$if(state === "closed", (q) => q.where("t.state", "=", "closed"))
    .$if(state === "different", (q) => q.where(WITH_DIFFERENCE))
    .$if(before !== null, (q) =>
      q.where(
        sql<boolean>`(t.night, t.opened_at, t.id) < (select n.night, n.opened_at, n.id from tills n where n.id = ${before}::uuid)`,
      ),
    )
    .orderBy("t.night", "desc")
    .orderBy("t.opened_at", "desc")
    .orderBy("t.id", "desc")
    .limit(limit)
    .execute();

const WITH_DIFFERENCE = sql<boolean>`t.state = 'closed' and t.looked_at is null and exists (select from till_counts c
  where c.till_id = t.id and c.round = t.round and c.expected <> c.counted)`;

/** A person's tills as stored, without who else had to do with them. */
export const tillsOf = (db: Db, userId: string) =>
  db
    .selectFrom("tills")
    .select(["id", "city_id", "night", "test", "opened_at", "counted_at", "closed_at", "closed_alone", stateOf])
    .where("user_id", "=", userId)
    .orderBy("opened_at")
    .execute();
