import type { Db } from "#src/platform/db.server.ts";

/** A page of a period's entries after a given id, in insertion order, with the purchase's reference. */
export const entriesAfter = (db: Db, time: { from: Date; until: Date }, after: number, limit: number) =>
  db
    .selectFrom("ledger_entries as l")
    .leftJoin("purchase_facts as b", "b.id", "l.purchase_id")
    .select(["l.id", "l.posting", "l.kind", "l.at", "l.account", "l.provider", "l.amount", "l.currency", "l.test"])
    .select(["b.reference", "l.payment_id", "l.refund_id"])
    .where("l.at", ">=", time.from)
    .where("l.at", "<", time.until)
    .where("l.id", ">", after)
    .orderBy("l.id")
    .limit(limit)
    .execute();
