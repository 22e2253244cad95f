import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Who leads a night (docs/decisions/103). A shift is one guide on one departure: `part` says whether they lead or are the backup,
// and there may be any number of each, because large nights need several. One person stands on a night once: the partial unique
// index. `request_id`: what was asked in one email, with one link. `times_asked` is 0 where nobody was asked, since it was agreed
// by word; `reminded_at` is when the last request was repeated. A person who leaves takes their profile with them; what they worked stays, without a name.
const statements = `
create table guide_profiles (
  user_id uuid primary key references "user" (id) on delete cascade,
  pay_amount integer check (pay_amount > 0),
  pay_currency text,
  calendar_version integer not null default 1 check (calendar_version > 0),
  constraint guide_profiles_pay check ((pay_amount is null) = (pay_currency is null))
);

create table shifts (
  id uuid primary key default gen_random_uuid(),
  departure_id uuid not null references scheduled_crawls (id),
  user_id uuid references "user" (id) on delete set null,
  part text not null check (part in ('guide', 'backup')),
  state text not null check (state in ('asked', 'accepted', 'declined', 'withdrawn')),
  request_id uuid not null,
  note text not null default '' check (length(note) <= 500),
  times_asked integer not null default 0 check (times_asked >= 0),
  asked_at timestamptz,
  reminded_at timestamptz,
  answered_at timestamptz,
  pay_amount integer check (pay_amount > 0),
  pay_currency text,
  paid_at timestamptz,
  created_at timestamptz not null,
  constraint shifts_pay check ((pay_amount is null) = (pay_currency is null)),
  constraint shifts_asked check (state <> 'asked' or asked_at is not null)
);
create unique index one_live_shift_a_night on shifts (departure_id, user_id) where state in ('asked', 'accepted');
create index shifts_by_user on shifts (user_id);
create index shifts_by_request on shifts (request_id);
create index shifts_unanswered on shifts (asked_at) where state = 'asked';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
