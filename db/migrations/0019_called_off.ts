import { type Kysely, sql } from "kysely";

// Who called a departure off and what the guests are told of it. Who is invited to work here: of the link only its hash is kept, and
// an address has one open invitation. Customers are listed by their newest booking, so each address leads to its newest at once.
const statements = `
create table departure_cancellations (
  departure_id uuid primary key references scheduled_crawls on delete cascade,
  asked_at timestamptz not null,
  asked_by uuid,
  fingerprint text not null,
  note_en text not null,
  note_es text not null
);

create table staff_invitations (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'manager', 'support', 'marketing', 'guide')),
  language text not null check (language in ('en', 'es')),
  token_hash text not null unique,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null)
);
create unique index open_invitations on staff_invitations (email) where accepted_at is null and revoked_at is null;

drop index bookings_by_email;
create index bookings_by_email on bookings (lower(email), created_at, id);
create index users_by_role on "user" (role) where role is not null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
