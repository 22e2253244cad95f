import { sql } from "kysely";
import type { AddOnsQuestions } from "#src/modules/sales/add-ons/questions.ts";
import type { PricedAddOn } from "#src/modules/sales/add-ons/rules/price.ts";
import type { AddOnDelta, BoughtLine } from "#src/modules/sales/booking/rules/add-ons.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** What a booking has of an add-on: `amount` is for all of them, in minor units of its currency; `redeemed` were handed out. */
export type BookedAddOn = {
  id: string;
  name: string;
  name_es: string | null;
  picture: string | null;
  quantity: number;
  amount: number;
  per_person: boolean;
  redeemed: number;
};

type Named = Pick<BookedAddOn, "name" | "name_es">;

/** Writes what a booking bought together with its places. */
export const insertAddOns = (on: Statements, bookingId: string, lines: readonly PricedAddOn[]) =>
  on.query({
    text: `insert into booking_add_ons (booking_id, add_on_id, quantity, amount, per_person)
      select $1, x.id, x.quantity, x.amount, x.per_person
      from json_to_recordset($2::json) x (id uuid, quantity integer, amount integer, per_person boolean)`,
    values: [bookingId, JSON.stringify(lines)],
  });

const USES = sql<number>`(select count(*)::int from add_on_uses u
  where u.booking_id = x.booking_id and u.add_on_id = x.add_on_id and u.undone_at is null)`;

/** What bookings have, in the order of the list, by booking. */
export async function addOnsOf(db: Db | Tx, bookingIds: readonly string[]): Promise<Map<string, BookedAddOn[]>> {
  const rows = await db
    .selectFrom("booking_add_ons as x")
    .innerJoin("add_ons as a", "a.id", "x.add_on_id")
    .select(["x.booking_id", "a.id", "a.name", "a.name_es", "a.picture", "x.quantity", "x.amount", "x.per_person"])
    .select(USES.as("redeemed"))
    .where(sql<boolean>`x.booking_id = any(${[...bookingIds]}::uuid[])`)
    .orderBy("a.position")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
  return Map.groupBy(rows, (row) => row.booking_id);
}

const TAKEN = `select x.add_on_id as id, sum(case when b.status <> 'cancelled' then x.quantity else
    (select count(*) from add_on_uses u where u.booking_id = x.booking_id and u.add_on_id = x.add_on_id and u.undone_at is null) end)::int as taken
  from (select booking_id, add_on_id, quantity from booking_add_ons union all
      select c.booking_id, l.add_on_id, l.quantity from change_add_ons l join booking_changes c on c.id = l.change_id
      where c.status = 'pending' and l.quantity > 0 and ($5::timestamptz is null or c.hold_expires_at > $5)) x
    join add_ons a on a.id = x.add_on_id join bookings b on b.id = x.booking_id
  where x.add_on_id = any($1::uuid[]) and b.id is distinct from $3::uuid
    and ($5::timestamptz is null or b.status <> 'pending' or b.hold_expires_at > $5)
    and (a.stock_per_night or $4 or not b.test)
    and (not a.stock_per_night or b.scheduled_crawl_id = $2
      or exists (select from booking_changes c where c.booking_id = b.id and c.status = 'pending' and c.to_departure_id = $2))
  group by x.add_on_id`;

/** `now`: what lapsed holds have isn't taken, whether or not they were swept; null: it is, until they are ended. */
type TakenOf = { departureId: string; except?: string | null | undefined; practice: boolean; now: Date | null };

/**
 * How many of some add-ons are taken. A booking keeps its add-ons as long as its places, at its night and at the one that an unpaid
 * change is to take it to, and what an unpaid change adds to them as long as that is kept: a basket that has lapsed gives both back together (`release`). Of a cancelled one, what was handed out is gone.
 * Practice takes places of a night, and therefore its add-ons; of a stock for all nights it takes what is real from `practice` alone.
 */
export async function takenOn(
  on: Statements,
  ids: readonly string[],
  { departureId, except = null, practice, now }: TakenOf,
) {
  const values = [ids, departureId, except, practice, now];
  const { rows } = await on.query<{ id: string; taken: number }>({ name: "taken-add-ons", text: TAKEN, values });
  return new Map(rows.map((row) => [row.id, row.taken]));
}

const LAPSED = `with wanted as (
    select a.id from add_ons a where a.stock is not null and not a.stock_per_night and (a.id = any($2::uuid[])
      or exists (select from booking_add_ons x where x.add_on_id = a.id and x.booking_id = $3::uuid)
      or exists (select from change_add_ons l join booking_changes c on c.id = l.change_id
        where l.add_on_id = a.id and c.booking_id = $3::uuid))
  )
  select b.id as booking_id, null::uuid as change_id, b.hold_expires_at from bookings b
    where b.status = 'pending' and b.hold_expires_at <= $1
      and exists (select from booking_add_ons x join wanted w on w.id = x.add_on_id where x.booking_id = b.id)
  union all
  select c.booking_id, c.id, c.hold_expires_at from booking_changes c
    where c.status = 'pending' and c.hold_expires_at <= $1
      and exists (select from change_add_ons l join wanted w on w.id = l.add_on_id where l.change_id = c.id)
  order by hold_expires_at limit $4`;

/** Add-ons by their ids, and those that a booking has or wants. */
export type WantedAddOns = { ids?: readonly string[]; bookingId?: string };

/** Lapsed holds, of any night, that have some of a stock for all nights: bookings and unpaid changes (`change_id`), oldest first. */
export const lapsedWithAddOns = async (on: Statements, now: Date, { ids = [], bookingId }: WantedAddOns, limit = 200) =>
  (
    await on.query<{ booking_id: string; change_id: string | null }>({
      name: "lapsed-with-add-ons",
      text: LAPSED,
      values: [now, ids, bookingId ?? null, limit],
    })
  ).rows;

export const takenOfAddOns: AddOnsQuestions["takenOfAddOns"] = (on, ids, of) => takenOn(statementsOf(on), ids, of);

export const soldOfAddOns: AddOnsQuestions["soldOfAddOns"] = async (on, withTests) => {
  const rows = await on
    .selectFrom("booking_add_ons as x")
    .innerJoin("bookings as b", "b.id", "x.booking_id")
    .select(["x.add_on_id", sql<number>`sum(x.quantity)::int`.as("sold")])
    .where("b.status", "=", "confirmed")
    .$if(!withTests, (q) => q.where("b.test", "=", false))
    .groupBy("x.add_on_id")
    .execute();
  return new Map(rows.map((row) => [row.add_on_id, row.sold]));
};

/** Writes how many of an add-on a booking now has, and what they cost together; none deletes it. */
export const setAddOn = (tx: Tx, bookingId: string, { id, quantity, amount, per_person }: BoughtLine) =>
  quantity === 0
    ? tx.deleteFrom("booking_add_ons").where("booking_id", "=", bookingId).where("add_on_id", "=", id).execute()
    : tx
        .insertInto("booking_add_ons")
        .values({ booking_id: bookingId, add_on_id: id, quantity, amount, per_person })
        .onConflict((conflict) => conflict.columns(["booking_id", "add_on_id"]).doUpdateSet({ quantity, amount }))
        .execute();

/** Writes what a change adds to a booking's add-ons, or takes back of them. */
export const insertChangedAddOns = (tx: Tx, changeId: string, deltas: readonly AddOnDelta[]) =>
  tx
    .insertInto("change_add_ons")
    .values(deltas.map(({ id, ...delta }) => ({ ...delta, change_id: changeId, add_on_id: id })))
    .execute();

/** The same as it was written, with the add-ons' names, in the order of the list. */
export const changedAddOns = (db: Db | Tx, changeId: string): Promise<(AddOnDelta & Named)[]> =>
  db
    .selectFrom("change_add_ons as x")
    .innerJoin("add_ons as a", "a.id", "x.add_on_id")
    .select(["a.id", "a.name", "a.name_es", "x.quantity", "x.amount", "x.per_person"])
    .where("x.change_id", "=", changeId)
    .orderBy("a.position")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();

/** Locks what a booking has of an add-on, of which pieces are handed out one at a time. */
export const lockAddOnOf = (tx: Tx, bookingId: string, addOnId: string) =>
  tx
    .selectFrom("booking_add_ons as x")
    .innerJoin("add_ons as a", "a.id", "x.add_on_id")
    .select(["x.quantity", "a.name", "a.name_es", USES.as("redeemed")])
    .where("x.booking_id", "=", bookingId)
    .where("x.add_on_id", "=", addOnId)
    .forUpdate("x")
    .executeTakeFirst();

export const useById = (tx: Tx, id: string) =>
  tx.selectFrom("add_on_uses").selectAll().where("id", "=", id).executeTakeFirst();

export const useByUndo = (tx: Tx, undoId: string) =>
  tx.selectFrom("add_on_uses").selectAll().where("undo_id", "=", undoId).executeTakeFirst();

type NewUse = {
  id: string;
  booking_id: string;
  add_on_id: string;
  departure_id: string;
  user_id: string | null;
  device_at: Date | null;
  at: Date;
};
export const insertUse = (tx: Tx, use: NewUse) => tx.insertInto("add_on_uses").values(use).execute();

/** Takes back the last piece that was handed out; false when none is out. */
export async function undoLastUse(tx: Tx, bookingId: string, addOnId: string, { id, now }: { id: string; now: Date }) {
  const { rows } = await sql<{ id: string }>`
    update add_on_uses set undone_at = ${now}, undo_id = ${id} where id = (
      select id from add_on_uses where booking_id = ${bookingId} and add_on_id = ${addOnId} and undone_at is null
      order by at desc, id limit 1)
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Takes back all pieces of a booking that were handed out; their names, one for each. */
export async function undoUses(tx: Tx, bookingId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update add_on_uses u set undone_at = ${now}, undo_id = gen_random_uuid() from add_ons a
    where u.booking_id = ${bookingId} and u.undone_at is null and a.id = u.add_on_id
    returning a.name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** What the confirmed bookings of a night have of add-ons, with whose they are; of test bookings only `withTests`. */
export const addOnsOfNight = (db: Db, departureId: string, withTests: boolean) =>
  db
    .selectFrom("booking_add_ons as x")
    .innerJoin("add_ons as a", "a.id", "x.add_on_id")
    .innerJoin("bookings as b", "b.id", "x.booking_id")
    .select(["b.id as booking_id", "b.reference", "b.first_name", "b.last_name"])
    .select(["a.id", "a.name", "a.name_es", "x.quantity", USES.as("redeemed")])
    .where("b.scheduled_crawl_id", "=", departureId)
    .where("b.status", "=", "confirmed")
    .$if(!withTests, (q) => q.where("b.test", "=", false))
    .orderBy("a.position")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .orderBy("b.first_name")
    .orderBy("b.last_name")
    .orderBy("b.id")
    .execute();

export type SoldOfNight = {
  date: string;
  title: string;
  title_es: string | null;
  name: string;
  name_es: string | null;
  currency: string;
  quantity: number;
  redeemed: number;
  amount: number;
};

/**
 * What confirmed bookings have of each add-on, by night and currency, the latest night first; only of some cities (null: all), and of
 * test bookings only `withTests`.
 */
export async function soldByNight(
  db: Db,
  cities: readonly string[] | null,
  withTests: boolean,
): Promise<SoldOfNight[]> {
  const { rows } = await sql<SoldOfNight>`
    select b.date::text as date, b.title, b.title_es, a.name, a.name_es, b.currency, sum(x.quantity)::int as quantity,
      sum(${USES})::int as redeemed, sum(x.amount)::int as amount
    from booking_add_ons x join add_ons a on a.id = x.add_on_id join booking_facts b on b.id = x.booking_id
    where b.status = 'confirmed' and (${withTests} or not b.test) and (${cities}::text[] is null or b.city_id = any(${cities}::text[]))
    group by b.scheduled_crawl_id, b.date, b.title, b.title_es, a.id, b.currency
    order by b.date desc, b.title, b.scheduled_crawl_id, a.position, a.id, b.currency`.execute(db);
  return rows;
}
