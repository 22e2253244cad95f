import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Balance } from "#src/modules/base/ledger/rules/accounts.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type NewEntry = Insertable<Tables["ledger_entries"]>;

/** Inserts entries; those of a known posting are ignored. */
export const addEntries = (tx: Tx, entries: NewEntry[]) =>
  tx
    .insertInto("ledger_entries")
    .values(entries)
    .onConflict((c) => c.columns(["posting", "line"]).doNothing())
    .execute();

/** Sums by account, provider, currency and mode (`test`), in minor units; debits are positive. */
export async function sumsByAccount(db: Db): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select account, provider, currency, test, sum(amount)::float8 as amount
    from ledger_entries group by account, provider, currency, test order by account, provider, currency, test`.execute(
    db,
  );
  return rows;
}
