import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Who wants no emails beyond those about their own bookings, as a keyed hash of the address; and which checkouts asked for one
// reminder if they aren't finished (docs/decisions/098).
const statements = `
create table email_optouts (
  address_hash text primary key check (length(address_hash) = 43),
  at timestamptz not null
);

create table checkout_reminders (
  booking_id uuid primary key references bookings (id) on delete cascade,
  text_version text not null check (length(text_version) between 1 and 20),
  agreed_at timestamptz not null,
  taken_at timestamptz
);
create index checkout_reminders_by_time on checkout_reminders (agreed_at);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
