import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): only values change that nothing is decided by. */
export const breaksBefore: string | null = null;

// What staff typed of people goes out of the audit log and of saved views (docs/decisions/138): names of views, words searched for,
// subjects of letters, partners' contacts. A tag is named by its id. The log's triggers let it through in this transaction alone: to
// everybody else the function is as it was until the end, and is so again then.
const statements = `
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then return new; end if;
  return null;
end $$;

update audit_log set changes = '{}' where action in ('view.saved', 'view.renamed', 'view.deleted') and changes <> '{}';

update audit_log set changes = jsonb_set(changes, '{asked,new,q}', '"…"')
  where action = 'bookings.exported' and changes #>> '{asked,new,q}' <> '';

update audit_log set changes = changes - 'subject' where action = 'bookings.mailed' and changes ? 'subject';

update audit_log a set changes = jsonb_build_object('tag', jsonb_build_object(
    'old', case when a.changes #>> '{tag,old}' is not null then
      coalesce((select id::text from tags where a.changes #>> '{tag,old}' in (name, id::text)), '…') end,
    'new', case when a.changes #>> '{tag,new}' is not null then
      coalesce((select id::text from tags where a.changes #>> '{tag,new}' in (name, id::text)), '…') end))
  where a.action in ('booking.tagged', 'booking.untagged');

update audit_log a set changes = (
    select jsonb_object_agg(field, case when field in ('contact_name', 'email', 'phone', 'note') then jsonb_build_object(
      'old', case when coalesce(change ->> 'old', '') <> '' then '…' else change ->> 'old' end,
      'new', case when coalesce(change ->> 'new', '') <> '' then '…' else change ->> 'new' end) else change end)
    from jsonb_each(a.changes) each(field, change))
  where a.action in ('partner.created', 'partner.updated') and a.changes ?| '{contact_name,email,phone,note}';

create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'audit_log is append-only'; end $$;

update saved_views set query = ltrim(regexp_replace(query, '(^|&)q=[^&]*', ''), '&') where query ~ '(^|&)q=';
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
