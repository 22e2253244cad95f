-- What the platform keeps for itself, and what later files build on.

-- words are searched by their trigrams
create extension if not exists pg_trgm;

-- What pages are made of: a change of any of it, by whatever hand, tells every server to forget the pages it keeps.
create function tell_pages_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages_changed', tg_table_name);
  return null;
end $$;

-- What each migration says of older releases, for an older release to read: it doesn't have the newer one's file.
create table migration_marks (
  migration text primary key,
  breaks_before text check (breaks_before ~ '^[0-9]{4}$')
);

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create table rate_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- Who runs jobs: a row for each worker, which is dead when it has long held no lease (an advisory lock of its connection).
create table job_workers (
  id text primary key,
  started_at timestamptz not null default now(),
  missing_since timestamptz
);

-- What was last done to the installation as a whole (a backup, say), when and with what result.
create table operations (
  name text primary key,
  at timestamptz not null default now(),
  ok boolean not null,
  details jsonb not null default '{}'
);

-- How each night's jobs ended last (docs/decisions/140); failing_since and failed_at are empty after one that went well.
create table nightly_jobs (
  name text primary key check (length(name) between 1 and 60),
  ok_at timestamptz,
  failing_since timestamptz,
  failed_at timestamptz,
  check ((failing_since is null) = (failed_at is null))
);
