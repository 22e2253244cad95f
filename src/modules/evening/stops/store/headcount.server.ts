import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type CountedGuest = {
  ticket_id: string;
  name: string;
  booker: string;
  booking_id: string;
  position: number;
  phone: string;
};

const GUEST = sql`t.id as ticket_id, t.guest_name as name, trim(concat_ws(' ', b.first_name, b.last_name)) as booker,
  b.id as booking_id, t.position, b.phone`;

/** Who has come in tonight and not been taken out again: a ticket with an open entry. */
export async function guestsInside(db: Db | Tx, departureId: string): Promise<CountedGuest[]> {
  const { rows } = await sql<CountedGuest>`
    select ${GUEST}
    from entries e join tickets t on t.id = e.ticket_id join booking_facts b on b.id = t.booking_id
    where e.departure_id = ${departureId} and e.standing = 'open' and t.status = 'valid'`.execute(db);
  return rows;
}

/** The guests of tickets, whatever has become of them since they were counted. */
export async function guestsOfTickets(db: Db | Tx, ticketIds: readonly string[]): Promise<CountedGuest[]> {
  if (ticketIds.length === 0) return [];
  const { rows } = await sql<CountedGuest>`
    select ${GUEST} from tickets t join booking_facts b on b.id = t.booking_id
    where t.id = any(${[...ticketIds]}::uuid[])`.execute(db);
  return rows;
}

/** A departure's headcounts, the last first. */
export const headcountsOf = (db: Db | Tx, departureId: string) =>
  db
    .selectFrom("headcounts")
    .select(["id", "stop_id", "kind", "present", "missing", "device_at", "at"])
    .where("departure_id", "=", departureId)
    .orderBy("number", "desc")
    .execute();

/** A headcount by its id, for any night. */
export const headcountById = (tx: Tx, id: string) =>
  tx
    .selectFrom("headcounts")
    .select(["departure_id", "stop_id", "kind", "present", "missing"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

type NewCount = {
  id: string;
  departure_id: string;
  stop_id: string;
  kind: "out" | "in";
  present: string[];
  missing: string[];
  user_id: string | null;
  device_at: Date | null;
  at: Date;
};

/** Keeps a headcount; false when its id is known. */
export const insertHeadcount = async (tx: Tx, count: NewCount): Promise<boolean> =>
  (await tx
    .insertInto("headcounts")
    .values(count)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;
