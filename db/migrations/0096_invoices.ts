import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds, and what they don't write has a default. */
export const breaksBefore: string | null = null;

// A request is refused while it has `refused_at`: its status stays `requested`, as older releases know it. Requests from before have
// the days that new ones have, counted from when they were made: they are late, and are shown as such.
const statements = `
alter table invoice_requests
  add column due_at timestamptz not null default now() + interval '3 days',
  add column refused_at timestamptz,
  add column refusal text,
  add constraint a_refusal_has_its_reason check ((refused_at is null) = (refusal is null));
update invoice_requests set due_at = created_at + interval '3 days';

create table invoices (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references invoice_requests (booking_id),
  fiscal_uuid uuid not null unique,
  total integer not null check (total >= 0),
  currency text not null,
  xml bytea not null,
  pdf bytea not null,
  issued_at timestamptz not null,
  replaced_at timestamptz
);
create unique index invoices_one_of_booking on invoices (booking_id) where replaced_at is null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
