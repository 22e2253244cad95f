import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

const statements = `
alter table ledger_entries drop constraint ledger_entries_account_check;
-- a superset of the one before: nothing has to be read for it
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('guest', 'revenue', 'clearing',
  'refund_due', 'credit', 'affiliate_due', 'commission', 'payout', 'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out',
  'deferral', 'unearned', 'guide_pay', 'guide_paid')) not valid;

-- what a payment company kept of a payment, as it says in the morning after
alter table payments add column fee_amount integer, add column fee_currency text;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
