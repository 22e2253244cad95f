import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A ticket by its typed code or its id, with its booking's state and its night. */
export const findTicket = (db: Db | Tx, by: { code: string } | { id: string }) =>
  db
    .selectFrom("tickets as t")
    .innerJoin("booking_facts as b", "b.id", "t.booking_id")
    .select(["t.id", "t.status", "t.booking_id", "b.status as booking_status", "b.scheduled_crawl_id as departure_id"])
    .select("b.test")
    .select(
      sql<boolean>`exists (select from entries e where e.ticket_id = t.id and e.standing = 'open')`.as("is_inside"),
    )
    .where("code" in by ? "t.code" : "t.id", "=", "code" in by ? by.code : by.id)
    .executeTakeFirst();

/** Holds a booking as it is until the transaction ends: others may hold it too, nobody cancels or moves it. */
export const holdBooking = async (tx: Tx, id: string) =>
  void (await tx.selectFrom("bookings").select("id").where("id", "=", id).forShare().executeTakeFirst());

/** Locks a ticket: its vouchers are counted by one at a time. */
export const lockTicket = async (tx: Tx, id: string) =>
  void (await tx.selectFrom("tickets").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst());

type NewUse = {
  id: string;
  ticketId: string;
  stopId: string;
  departureId: string;
  barId: string;
  of: number;
  isInside: boolean;
  at: Date;
};

/** Redeems the first free voucher of `of` that a ticket has at a stop, at the bar's price now; false when all are used or the id is known. */
export async function useVoucher(tx: Tx, { id, ticketId, stopId, departureId, barId, of, isInside, at }: NewUse) {
  const { rows } = await sql<{ id: string }>`
    insert into voucher_uses (id, ticket_id, stop_id, departure_id, bar_id, slot, price, currency, checked_in, at)
    select ${id}, ${ticketId}, ${stopId}, ${departureId}, b.id, free.slot, b.voucher_price, b.voucher_currency, ${isInside}, ${at}
    from bars b, generate_series(1, ${of}::integer) as free (slot)
    where b.id = ${barId} and not exists (
      select from voucher_uses u
      where u.ticket_id = ${ticketId} and u.stop_id = ${stopId} and u.slot = free.slot and u.undone_at is null
    )
    order by free.slot limit 1
    on conflict (id) do nothing
    returning id`.execute(tx);
  return rows.length > 0;
}

/** A use by the id that its tap made. */
export const useById = (db: Db | Tx, id: string) =>
  db.selectFrom("voucher_uses").selectAll().where("id", "=", id).executeTakeFirst();

type Tonight = { ticketId: string; stopIds: readonly string[]; barId: string; date: string };

/** The uses of a ticket that stand, in their order: at these stops, and at a bar on any night of a service date. */
export const usesTonight = (tx: Tx, { ticketId, stopIds, barId, date }: Tonight) =>
  tx
    .selectFrom("voucher_uses as u")
    .innerJoin("night_facts as d", "d.id", "u.departure_id")
    .select(["u.id", "u.at"])
    .where("u.ticket_id", "=", ticketId)
    .where("u.undone_at", "is", null)
    .where((e) =>
      e.or([e("u.stop_id", "in", [...stopIds]), e.and([e("u.bar_id", "=", barId), e("d.date", "=", date)])]),
    )
    .orderBy("u.at")
    .execute();

/** Takes a use back; false when it was taken back already, or was made before `since`. */
export async function undoUse(
  tx: Tx | Db,
  { id, barId, since, now }: { id: string; barId: string; since: Date; now: Date },
) {
  const { numUpdatedRows } = await tx
    .updateTable("voucher_uses")
    .set({ undone_at: now })
    .where("id", "=", id)
    .where("bar_id", "=", barId)
    .where("undone_at", "is", null)
    .where("at", ">", since)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The departures whose night lies around an instant, with their confirmed people. */
export const nightsAround = (db: Db, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.title", "d.title_es"])
    .select(
      sql<number>`(select coalesce(sum(b.number_of_people), 0)::int from booking_facts b
        where b.scheduled_crawl_id = d.id and b.status = 'confirmed')`.as("people"),
    )
    .where("d.status", "=", "scheduled")
    .where("d.starts_at", "<=", to)
    .where("d.ends_at", ">=", from)
    .orderBy("d.starts_at")
    .orderBy("d.id")
    .execute();

/** How many vouchers were redeemed at each of these stops. */
export async function redeemedAt(db: Db, stopIds: readonly string[]): Promise<Map<string, number>> {
  if (stopIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("voucher_uses")
    .select(["stop_id", sql<number>`count(*)::int`.as("redeemed")])
    .where("stop_id", "in", [...stopIds])
    .where("undone_at", "is", null)
    .groupBy("stop_id")
    .execute();
  return new Map(rows.map((row) => [row.stop_id, row.redeemed]));
}

/** How many vouchers each valid ticket of a booking has used on its night's date, by ticket, bar and stop. */
export const usedByTickets = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("tickets as t")
    .innerJoin("booking_facts as b", "b.id", "t.booking_id")
    .leftJoin("voucher_uses as u", (on) =>
      on
        .onRef("u.ticket_id", "=", "t.id")
        .on("u.undone_at", "is", null)
        .on(sql<boolean>`exists (select from night_facts o where o.id = u.departure_id and o.date = b.date)`),
    )
    .select(["t.id as ticket_id", "u.stop_id", "u.bar_id", sql<number>`count(u.id)::int`.as("used")])
    .where("t.booking_id", "=", bookingId)
    .where("t.status", "=", "valid")
    .groupBy(["t.id", "u.stop_id", "u.bar_id"])
    .execute();

/** What a bar redeemed in nights of a month (YYYY-MM), per night and price; of test bookings only `withTests`. */
export const settledIn = (db: Db, barId: string, month: string, withTests: boolean) =>
  db
    .selectFrom("voucher_uses as u")
    .innerJoin("night_facts as d", "d.id", "u.departure_id")
    .select(["d.id as departure_id", "d.date", "d.title", "d.title_es", "u.price", "u.currency"])
    .select(sql<number>`count(*)::int`.as("redeemed"))
    .where("u.bar_id", "=", barId)
    .where("u.undone_at", "is", null)
    .$if(!withTests, (q) =>
      q
        .innerJoin("tickets as t", "t.id", "u.ticket_id")
        .innerJoin("booking_facts as b", "b.id", "t.booking_id")
        .where("b.test", "=", false),
    )
    .where(sql<string>`left(d.date::text, 7)`, "=", month)
    .groupBy(["d.id", "d.date", "d.starts_at", "d.title", "d.title_es", "u.price", "u.currency"])
    .orderBy("d.starts_at")
    .orderBy("d.id")
    .orderBy("u.price")
    .execute();
