import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Checks that came while tables were in use, and weren't held against the rows of then: now they are, beside the writing.
const CHECKS: Record<string, readonly string[]> = {
  bookings: [
    "bookings_campaign_check",
    "bookings_kept_for_check",
    "bookings_partner_before_check",
    "bookings_partner_reason_check",
    "bookings_partner_verdict_check",
    "bookings_qr_code_id_check",
    "partner_has_its_reason",
  ],
  checkin_events: ["checkin_events_concern_check"],
  commission_lines: ["commission_lines_moves_check"],
  ledger_entries: ["ledger_entries_account_check"],
  profiles: ["profiles_number_format_check"],
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, checks] of Object.entries(CHECKS))
    for (const check of checks)
      await sql`alter table ${sql.id(table)} validate constraint ${sql.id(check)}`.execute(db);
};
