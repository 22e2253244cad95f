import { sql } from "kysely";
import type { Tx } from "#src/platform/db.server.ts";

type NewTicket = { booking_id: string; position: number; guest_name: string; code: string };

/** Writes the tickets of many new bookings in one statement. */
export const insertTickets = (tx: Tx, rows: readonly NewTicket[]) =>
  sql`insert into tickets (booking_id, position, guest_name, code)
    select booking_id, position, guest_name, code
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (booking_id uuid, position int, guest_name text, code text)`.execute(
    tx,
  );

/** Locks all tickets of bookings in the order of their ids, as the door does. */
export const lockAllTickets = (tx: Tx, bookingIds: readonly string[]) =>
  sql`select id from tickets where booking_id = any(${[...bookingIds]}::uuid[]) order by id for no key update`.execute(
    tx,
  );

/** Voids all tickets of bookings. Call with them locked. */
export const voidAllTickets = (tx: Tx, bookingIds: readonly string[]) =>
  sql`update tickets set status = 'void' where booking_id = any(${[...bookingIds]}::uuid[])`.execute(tx);
