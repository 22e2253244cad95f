import type { Insertable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Writes lines unless their posting is there already. */
export const addEntries = (tx: Tx, entries: Insertable<Tables["ledger_entries"]>[]) =>
  tx
    .insertInto("ledger_entries")
    .values(entries)
    .onConflict((c) => c.columns(["posting", "line"]).doNothing())
    .execute();

/** So many entries of some time after a given one, in the order in which they were written, with the booking's reference. */
export const entriesAfter = (db: Db, time: { from: Date; until: Date }, after: number, limit: number) =>
  db
    .selectFrom("ledger_entries as l")
    .leftJoin("bookings as b", "b.id", "l.booking_id")
    .select(["l.id", "l.posting", "l.kind", "l.at", "l.account", "l.provider", "l.amount", "l.currency", "l.test"])
    .select(["b.reference", "l.payment_id", "l.refund_id"])
    .where("l.at", ">=", time.from)
    .where("l.at", "<", time.until)
    .where("l.id", ">", after)
    .orderBy("l.id")
    .limit(limit)
    .execute();
