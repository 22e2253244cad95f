import { type Kysely, sql } from "kysely";

const statements = `
create table contact_messages (
  id uuid primary key default uuidv7(),
  -- a form sent twice is one message; what it said then is told by the hash
  form_key text not null unique,
  request_hash text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null check (language in ('en', 'es')),
  site_tag text not null,
  user_id uuid references "user" on delete set null,
  status text not null default 'new' check (status in ('new', 'done')),
  done_at timestamptz,
  done_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  constraint done_with_time check ((status = 'done') = (done_at is not null))
);
create index contact_messages_by_time on contact_messages (created_at desc);
create index new_contact_messages on contact_messages (created_at) where status = 'new';

create table ratings (
  id uuid primary key default uuidv7(),
  booking_id uuid not null unique references bookings,
  crawl_id uuid not null references pub_crawls,
  stars integer not null check (stars between 1 and 5),
  comment text not null default '',
  -- whether its guest agrees to its being shown, and whether an operator shows it
  consent boolean not null default false,
  published boolean not null default false,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null,
  constraint published_with_consent check (consent or not published)
);
create index ratings_by_crawl on ratings (crawl_id, created_at desc);

-- the bookings whose guests were asked for a rating, so that no one is asked twice
create table rating_requests (
  booking_id uuid primary key references bookings,
  asked_at timestamptz not null
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
