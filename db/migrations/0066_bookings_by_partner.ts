import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What partners' pages and lists ask of tables that grow with every booking and visit. A migration of their own: they are built
// before it, and the columns have to be there.
export const indexes: readonly BigIndex[] = [
  {
    name: "bookings_by_partner",
    on: "on bookings (partner_id, created_at) include (status, number_of_people, scheduled_crawl_id, qr_code_id) where partner_id is not null",
  },
  { name: "bookings_by_qr", on: "on bookings (qr_code_id) where qr_code_id is not null" },
  {
    name: "bookings_in_doubt",
    on: "on bookings (partner_id) where partner_doubts is not null and partner_verdict is null",
  },
  { name: "affiliate_visits_by_code", on: "on affiliate_visits (lower(affiliate_code), at) include (qr_code_id)" },
  { name: "qr_scans_by_code", on: "on qr_scans (qr_code_id, at)" },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
