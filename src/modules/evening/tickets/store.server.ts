import { sql } from "kysely";
import { liftAbove } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { BookingQuestions } from "#src/modules/sales/booking/questions.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

/** A booking with its departure, as tickets, calendar files and emails need it. */
export type BookedDeparture = NonNullable<Awaited<ReturnType<typeof bookedDeparture>>>;

/** What a booking has of an add-on; `amount` is for all of them, in minor units of its currency. */
type BoughtAddOn = { name: string; name_es: string | null; quantity: number; amount: number };

export const bookedDeparture = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("booking_facts as b")
    .select([
      "b.id",
      "b.reference",
      "b.status",
      "b.cancel_reason",
      "b.language",
      "b.email",
      "b.test",
      "b.confirmed_at",
      "b.link_version",
      "b.site_tag",
      "b.version",
    ])
    .select(["b.first_name", "b.last_name", "b.number_of_people", "b.additional_names"])
    .select(["b.currency", "b.subtotal", "b.add_ons", "b.discount", "b.total_price", "b.refund_rule"])
    .select(["b.price_rule", "b.price_rule_es"])
    .select([
      "b.scheduled_crawl_id as departure_id",
      "b.date",
      "b.start_time",
      "b.end_time",
      "b.starts_at",
      "b.ends_at",
    ])
    .select(["b.night_status as departure_status", "b.night_version as departure_version"])
    .select(["b.title", "b.title_es", "b.meeting_place", "b.meeting_place_es"])
    .select(["b.city", "b.city_es", "b.time_zone"])
    .select(["b.meeting_point", "b.meeting_point_es", "b.map_url"])
    .select(
      sql<
        BoughtAddOn[]
      >`(select coalesce(json_agg(json_build_object('name', a.name, 'name_es', a.name_es, 'quantity', x.quantity,
          'amount', x.amount) order by a.position, a.id), '[]')
        from booking_add_ons x join add_ons a on a.id = x.add_on_id where x.booking_id = b.id)`.as("bought"),
    )
    .where("b.id", "=", bookingId)
    .executeTakeFirst();

/** The names for a booking's tickets; undefined when there is no such booking. */
export const peopleOf = (tx: Tx, bookingId: string) =>
  tx
    .selectFrom("booking_facts")
    .select(["first_name", "last_name", "number_of_people", "additional_names"])
    .where("id", "=", bookingId)
    .executeTakeFirst();

export const ticketRows = (db: Db | Tx, bookingId: string) =>
  db.selectFrom("tickets").selectAll().where("booking_id", "=", bookingId).orderBy("position").execute();

export const guestPositions: BookingQuestions["guestPositions"] = async (on, bookingId) => {
  const rows = await on
    .selectFrom("tickets")
    .select("position")
    .where("booking_id", "=", bookingId)
    .where("status", "=", "valid")
    .orderBy("position")
    .execute();
  return rows.map(({ position }) => position);
};

export const takenCodes = async (tx: Tx, codes: string[]) => {
  const rows = await tx.selectFrom("tickets").select("code").where("code", "in", codes).execute();
  return new Set(rows.map((row) => row.code));
};

type NewTicket = { booking_id: string; position: number; guest_name: string; code: string };

/** One row per ticket; an existing ticket keeps its id and code, takes the name and is valid (again). */
const upserted = (db: Pick<Tx, "insertInto">, rows: readonly NewTicket[]) =>
  db
    .insertInto("tickets")
    .values(rows)
    .onConflict((c) =>
      c.columns(["booking_id", "position"]).doUpdateSet((e) => ({
        status: "valid",
        guest_name: e.ref("excluded.guest_name"),
      })),
    );

export const addTicketRows = (tx: Tx, rows: readonly NewTicket[]) => upserted(tx, rows).execute();

/** Locks a booking's tickets in the order of their ids, as the door does: else each could wait for the other. */
export const holdTickets = (tx: Tx, bookingId: string) =>
  tx.selectFrom("tickets").select("id").where("booking_id", "=", bookingId).orderBy("id").forNoKeyUpdate().execute();

/** Sets a booking's tickets from position 1 on, and voids those above. Each gets the first of its codes that is free. */
export const setTicketRows = (
  tx: Tx,
  bookingId: string,
  rows: readonly { position: number; guest_name: string; codes: readonly string[] }[],
) => writeLater(tx, TICKETS, [bookingId, JSON.stringify(rows), rows.length]);

const TICKETS = writeOf({
  held_tickets: "select id from tickets where booking_id = $1 order by id for no key update",
  valid_tickets: `insert into tickets (booking_id, position, guest_name, code)
    select $1, position, guest_name, (select code from unnest(codes) with ordinality as candidate (code, place)
      where not exists (select from tickets t where t.code = candidate.code) order by place limit 1)
    from jsonb_to_recordset($2::jsonb) as ticket (position integer, guest_name text, codes text[])
    on conflict (booking_id, position) do update set status = 'valid', guest_name = excluded.guest_name`,
  void_tickets: "update tickets set status = 'void' where booking_id = $1 and position > $3",
});

export async function voidTicketRows(tx: Tx, bookingId: string) {
  await holdTickets(tx, bookingId);
  await tx.updateTable("tickets").set({ status: "void" }).where("booking_id", "=", bookingId).execute();
}

export async function voidTicketsAt(tx: Tx, bookingId: string, positions: readonly number[]) {
  await holdTickets(tx, bookingId);
  await tx
    .updateTable("tickets")
    .set({ status: "void" })
    .where("booking_id", "=", bookingId)
    .where("position", "in", positions)
    .execute();
}

/** Voids a booking's tickets and moves them out of its places, up by `by`; those that were moved before stay. */
export const liftTicketRows = (tx: Tx, bookingId: string, by: number) =>
  tx
    .updateTable("tickets")
    .set((e) => ({ status: "void", position: e("position", "+", by) }))
    .where("booking_id", "=", bookingId)
    .where("position", "<", liftAbove(0))
    .execute();

export const nameTicket = (tx: Tx, bookingId: string, position: number, name: string) =>
  tx
    .updateTable("tickets")
    .set({ guest_name: name })
    .where("booking_id", "=", bookingId)
    .where("position", "=", position)
    .execute();

/** The signing key: the oldest that isn't retired, so that all servers choose the same one. */
export const currentKey = (db: Db | Tx) =>
  db
    .selectFrom("ticket_keys")
    .selectAll()
    .where("retired_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();

/** Every public key, retired ones too: what they signed is still good. */
export const allKeys = (db: Db) =>
  db.selectFrom("ticket_keys").select(["id", "public_key"]).orderBy("created_at").orderBy("id").execute();

export const keyById = (db: Db, id: string) =>
  db.selectFrom("ticket_keys").select("public_key").where("id", "=", id).executeTakeFirst();

/** Adds the first key, unless another server did meanwhile: they queue on an advisory lock. */
export async function addFirstKey(
  tx: Tx,
  key: { id: string; public_key: string; private_key: string },
): Promise<NonNullable<Awaited<ReturnType<typeof currentKey>>>> {
  await sql`select pg_advisory_xact_lock(hashtext('ticket_keys'))`.execute(tx);
  const other = await currentKey(tx);
  return other ?? (await tx.insertInto("ticket_keys").values(key).returningAll().executeTakeFirstOrThrow());
}

export const forgetNames = (tx: Tx, bookingIds: readonly string[]) =>
  tx.updateTable("tickets").set({ guest_name: "" }).where("booking_id", "in", bookingIds).execute();

export const ticketRowsOf = (db: Db | Tx, bookingIds: readonly string[]) =>
  db
    .selectFrom("tickets")
    .select(["id", "booking_id", "position", "guest_name", "code", "status", "created_at"])
    .where("booking_id", "in", bookingIds)
    .orderBy("booking_id")
    .orderBy("position")
    .execute();
