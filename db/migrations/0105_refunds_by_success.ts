import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Refunds by when their money went (0104): the receipts of a month, and what is compared with a day of a payment company. And the
// bookings whose money a bank has taken, by the booking; and the payouts that payments name.
export const indexes: readonly BigIndex[] = [
  { name: "refunds_by_success", on: "on refunds (succeeded_at, id) where status = 'succeeded'" },
  { name: "payments_by_payout", on: "on payments (payout_id) where payout_id is not null" },
  { name: "payments_taken", on: "on payments (booking_id) where dispute_state in ('open', 'lost')" },
];

// one booking in some has a refund, and only these rows are locked; the ledger knows the moment, rows from before it don't
const DATE = `
update refunds r set succeeded_at = coalesce((
  select l.at from ledger_entries l where l.posting = 'refund:' || r.id || ':' || r.attempts || ':refunded' and l.line = 0
), r.updated_at) where r.status = 'succeeded' and r.succeeded_at is null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
  await sql.raw(DATE).execute(db);
};
