-- What staff did and who reached what. Both logs are kept in months (docs/decisions/130, 0001_baseline/18-months.sql).

create table audit_log (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  changes jsonb not null default '{}',
  source text not null default ''
) partition by range (at);
create index audit_log_by_subject on audit_log (subject_type, subject_id);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc) where actor_id is not null;

create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'audit_log is append-only'; end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
-- The one above guards the whole; this one also each month, when it is named by itself.
create trigger audit_log_rows_stay before update or delete on audit_log for each row execute function refuse_change();

-- It may lose what is older than 30 days (the shortest time it can be kept for), and whom an entry is about.
create table access_log (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  kind text not null check (kind in ('password', 'code', 'sign_in', 'sign_out', 'session_end', 'page', 'download')),
  outcome text not null check (outcome in ('done', 'failed', 'slowed', 'refused')),
  subject text,
  user_id uuid,
  address text,
  user_agent text
) partition by range (at);
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
