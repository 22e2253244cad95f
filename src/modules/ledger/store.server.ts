import type { Insertable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Writes lines unless their posting is there already. */
export const addEntries = (tx: Tx, entries: Insertable<Tables["ledger_entries"]>[]) =>
  tx
    .insertInto("ledger_entries")
    .values(entries)
    .onConflict((c) => c.columns(["posting", "line"]).doNothing())
    .execute();
