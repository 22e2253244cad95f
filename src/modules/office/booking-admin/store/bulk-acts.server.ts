import { sql } from "kysely";
import { BulkAct, type BulkEnd, type BulkState } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { Expected } from "#src/modules/office/booking-admin/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

type NewBulkAct = {
  id: string;
  act: BulkAct;
  fingerprint: string;
  asked_by: string | null;
  asked_from: string;
  asked_at: Date;
};

/** Writes down what is to be done to each booking; false when the same form did already. */
export async function insertBulkAct(
  tx: Tx,
  { act, ...row }: NewBulkAct,
  bookings: readonly { id: string; expected: Expected }[],
): Promise<boolean> {
  const { act: word, ...terms } = act;
  const added = await tx
    .insertInto("bulk_acts")
    .values({ ...row, act: word, terms: JSON.stringify(terms) })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return false;
  const values = bookings.map(({ id, expected }) => ({
    bulk_act_id: row.id,
    booking_id: id,
    expected: JSON.stringify(expected),
  }));
  await tx.insertInto("bulk_act_bookings").values(values).execute();
  return true;
}

/** A bulk act with who asked for it, or undefined. */
export async function bulkActById(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom("bulk_acts as a")
    .leftJoin("user as u", "u.id", "a.asked_by")
    .select(["a.id", "a.act", "a.terms", "a.fingerprint", "a.asked_by", "a.asked_from", "a.asked_at", "u.name as by"])
    .where("a.id", "=", id)
    .executeTakeFirst();
  return row && { ...row, act: BulkAct.parse({ act: row.act, ...(row.terms as object) }) };
}

/** Its bookings, each with how far it is. */
export const bookingsOfBulkAct = (db: Db, id: string) =>
  db
    .selectFrom("bulk_act_bookings")
    .select(["booking_id", "outcome", sql<BulkState>`state`.as("state")])
    .where("bulk_act_id", "=", id)
    .execute();

/** Begins one booking's act; says how far it was before. Undefined if it has ended or was never asked. */
export async function beginOne(tx: Tx, bulkActId: string, bookingId: string) {
  const row = await tx
    .selectFrom("bulk_act_bookings")
    .select(["key", "expected", sql<BulkState>`state`.as("state")])
    .where("bulk_act_id", "=", bulkActId)
    .where("booking_id", "=", bookingId)
    .where("state", "in", ["waiting", "begun"])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.state === "waiting") await setState(tx, bulkActId, bookingId, { state: "begun", outcome: null });
  return { key: row.key, before: row.state, expected: Expected.parse(row.expected) };
}

export const endOne = (db: Db, bulkActId: string, bookingId: string, end: BulkEnd) =>
  setState(db, bulkActId, bookingId, end);

const setState = (
  on: Db | Tx,
  bulkActId: string,
  bookingId: string,
  { state, outcome }: { state: BulkState; outcome: string | null },
) =>
  on
    .updateTable("bulk_act_bookings")
    .set({ state, outcome })
    .where("bulk_act_id", "=", bulkActId)
    .where("booking_id", "=", bookingId)
    .execute();

/** Deletes bulk acts that were requested before a time. */
export const deleteBulkActs = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from bulk_acts where id in (
      select id from bulk_acts where asked_at < ${before} limit ${PORTION}) returning id`.execute(db);
    return rows;
  });
