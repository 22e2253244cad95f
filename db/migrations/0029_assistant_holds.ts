import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

const TEXTS = [
  // Which unpaid bookings an assistant made, and by its own name which program it is (docs/decisions/221): what they keep is capped.
  `create table assistant_holds (
    booking_id uuid primary key references bookings on delete cascade,
    client text not null constraint assistant_holds_client_check check (length(client) between 1 and 60),
    created_at timestamptz not null
  )`,
  `create index assistant_holds_by_time on assistant_holds (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) await sql.raw(text).execute(db);
}
