import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Account, Balance } from "#src/modules/base/ledger/rules/accounts.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

export type NewEntry = Insertable<Tables["ledger_entries"]>;

const ENTRIES = writeOf({
  posted: `insert into ledger_entries (posting, line, kind, at, account, provider, amount, currency, purchase_id, payment_id, refund_id, test)
    select posting, line, kind, at, account, provider, amount, currency, purchase_id, payment_id, refund_id, test
    from jsonb_to_recordset($1::jsonb) as entry (posting text, line integer, kind text, at timestamptz, account text, provider text,
      amount integer, currency text, purchase_id uuid, payment_id uuid, refund_id uuid, test boolean)
    on conflict (posting, line) do nothing`,
});

/** Inserts entries; those of a known posting are ignored. */
export const addEntries = (tx: Tx, entries: NewEntry[]) => writeLater(tx, ENTRIES, [JSON.stringify(entries)]);

/** Sums by account, provider, currency and mode (`test`), in minor units; debits are positive. */
export async function sumsByAccount(db: Db): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select account, provider, currency, test, sum(amount)::float8 as amount
    from ledger_entries group by account, provider, currency, test order by account, provider, currency, test`.execute(
    db,
  );
  return rows;
}

const entries = (db: Db) =>
  db
    .selectFrom("ledger_entries")
    .select(["posting", "line", "kind", "at", "provider", "amount"])
    .select((e) => [
      sql<Account>`${e.ref("account")}`.as("account"),
      sql<Currency>`${e.ref("currency")}`.as("currency"),
    ])
    .orderBy("at")
    .orderBy("id");

/** A purchase's entries, in order. */
export const entriesOfPurchase = (db: Db, purchaseId: string) =>
  entries(db).where("purchase_id", "=", purchaseId).execute();

/** The entries of these postings, in order. */
export const entriesOfPostings = (db: Db, keys: readonly string[]) =>
  entries(db)
    .where(sql<boolean>`posting = any(${keys}::text[])`)
    .execute();
