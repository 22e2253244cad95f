-- The first partitions of the tables that are kept in months (docs/decisions/130): <table>_before has all that comes until the
-- month after next begins, <table>_later what comes after that; platform/keep-months.server.ts cuts months off the latter,
-- after its model. Unique keys can't span partitions without their time, so each partition has its own, which say the same: ids
-- come from one sequence, and no hour lies in two months.

do $$
declare
  name text;
  until timestamptz := (date_trunc('month', now() at time zone 'America/Mexico_City') + interval '2 months') at time zone 'America/Mexico_City';
begin
  foreach name in array '{access_log,affiliate_choices,affiliate_visits,audit_log,qr_scans}'::text[] loop
    execute format('create table %I partition of %I (primary key (id)) for values from (minvalue) to (%L)', name || '_before', name, until);
    execute format('create table %I partition of %I (primary key (id)) for values from (%L) to (maxvalue)', name || '_later', name, until);
  end loop;
end $$;

-- a visitor counts once an hour
create unique index on affiliate_visits_before (affiliate_code, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create unique index on affiliate_visits_later (affiliate_code, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create unique index on affiliate_choices_before (affiliate_code, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create unique index on affiliate_choices_later (affiliate_code, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create unique index on qr_scans_before (qr_code_id, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
create unique index on qr_scans_later (qr_code_id, visitor, (date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')));
