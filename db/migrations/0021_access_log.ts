import { type Kysely, sql } from "kysely";

// Sessions: when one passed a second-factor code, and only hashes of their tokens. Those of accounts with a second factor end:
// nobody knows whether they passed one. Others stay signed in; a process of the previous release no longer knows them, and
// goes on with the sessions that it begins itself (docs/decisions/058).
// The access log may lose what is older than 30 days (the shortest time it can be kept for), and whom an entry is about.
const statements = `
alter table session add column second_factor_at timestamptz;
delete from session s using "user" u where u.id = s.user_id and u.two_factor_enabled;
update session set token = rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '=');

create table sign_in_tries (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null
);

create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('password', 'code', 'sign_in', 'sign_out', 'session_end', 'page', 'download')),
  outcome text not null check (outcome in ('done', 'failed', 'slowed', 'refused')),
  subject text,
  user_id uuid,
  address text,
  user_agent text
);
create index access_log_by_time on access_log (at desc, id desc);
create index access_log_by_user on access_log (user_id, at desc) where user_id is not null;

create function keep_access_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  if tg_op = 'UPDATE' and new.user_id is null and new.address is null and new.user_agent is null
    and (new.id, new.at, new.kind, new.outcome) = (old.id, old.at, old.kind, old.outcome)
    and new.subject is not distinct from old.subject then return new; end if;
  raise exception 'access_log is append-only';
end $$;
create trigger access_log_is_append_only before delete or update on access_log
  for each row execute function keep_access_log();
create trigger access_log_is_not_emptied before truncate on access_log
  for each statement execute function keep_access_log();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
