import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Doer, AuditLogFilter } from "#src/modules/base/audit/schema.ts";
import type { Db } from "#src/platform/db.server.ts";

export type AuditLogRow = {
  id: number;
  at: Date;
  kind: Doer["kind"];
  actor_id: string | null;
  name: string | null;
  email: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  label: string | null;
  /** of the record's money; null where it has none, or is gone */
  currency: string | null;
  changes: unknown;
  source: string;
};

const isId = (text: RawBuilder<unknown>) => sql`${text} ~ '^[0-9a-f-]{36}$'`;
const asId = (text: RawBuilder<unknown>) => sql`case when ${isId(text)} then (${text})::uuid end`;

/** The name of the tag that an entry was about on one side; "…" when it is gone. */
const tagOf = (side: "old" | "new") => {
  const id = sql`a.changes #>> ${sql.lit(`{tag,${side}}`)}`;
  return sql`case when ${id} is not null then coalesce((select name from tags where id = ${asId(id)}), ${sql.lit("…")}) end`;
};

/** Entries in readable form: with the names of actor, subject and tag. */
const readable = (entries: RawBuilder<unknown>) => sql<AuditLogRow>`
  select a.id, a.at, a.actor_kind as kind, a.actor_id, coalesce(u.name, k.name) as name, u.email, a.action, a.subject_type, a.subject_id, a.source,
    case when a.action in ('booking.tagged', 'booking.untagged') then jsonb_build_object('tag',
      jsonb_build_object('old', ${tagOf("old")}, 'new', ${tagOf("new")})) else a.changes end as changes,
    case a.subject_type
      when 'booking' then (select reference from bookings where id = ${asId(sql`a.subject_id`)})
      when 'user' then (select email from "user" where id = ${asId(sql`a.subject_id`)})
      when 'coupon' then (select code from coupons where id = ${asId(sql`a.subject_id`)})
      when 'partner' then (select name from partners where id = ${asId(sql`a.subject_id`)})
      when 'add_on' then (select name from add_ons where id = ${asId(sql`a.subject_id`)})
      when 'webhook' then (select coalesce(nullif(description, ''), url) from webhook_endpoints where id = ${asId(sql`a.subject_id`)})
      when 'bar' then (select name from bars where id = ${asId(sql`a.subject_id`)})
      when 'partner' then (select name from partners where id = ${asId(sql`a.subject_id`)})
      when 'city' then (select name from cities where id = a.subject_id)
      when 'crawl' then (select title from pub_crawls where id = ${asId(sql`a.subject_id`)})
      when 'gallery_image' then (select nullif(alt, '') from gallery_images where id = ${asId(sql`a.subject_id`)})
      when 'instagram_post' then (select coalesce(nullif(left(caption, 60), ''), image_url) from instagram_posts
        where id = ${asId(sql`a.subject_id`)})
      when 'departure' then (select c.title || ', ' || d.date from scheduled_crawls d join pub_crawls c on c.id = d.crawl_id
        where d.id = ${asId(sql`a.subject_id`)})
    end as label,
    case a.subject_type
      when 'booking' then (select currency from bookings where id = ${asId(sql`a.subject_id`)})
      when 'coupon' then (select currency from coupons where id = ${asId(sql`a.subject_id`)})
      when 'partner' then 'MXN'
      when 'add_on' then (select currency from add_ons where id = ${asId(sql`a.subject_id`)})
      when 'bar' then (select voucher_currency from bars where id = ${asId(sql`a.subject_id`)})
      when 'crawl' then (select currency from pub_crawls where id = ${asId(sql`a.subject_id`)})
      when 'departure' then (select c.currency from scheduled_crawls d join pub_crawls c on c.id = d.crawl_id
        where d.id = ${asId(sql`a.subject_id`)})
    end as currency
  from (${entries}) a left join "user" u on u.id = ${asId(sql`a.actor_id`)}
    left join api_keys k on a.actor_kind = 'key' and k.id = ${asId(sql`a.actor_id`)}`;

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Actors without an account. */
const KINDS: ReadonlySet<string> = new Set<Doer["kind"]>(["guest", "desk", "key", "system"]);

function conditions({ who, action, type, subject, from, to, q }: AuditLogFilter): RawBuilder<unknown>[] {
  const parts: (RawBuilder<unknown> | null)[] = [
    who && (KINDS.has(who) ? sql`actor_kind = ${who}` : byPerson(who)),
    action && sql`action = ${action}`,
    type && sql`subject_type = ${type}`,
    subject && sql`subject_id = ${subject}`,
    from && sql`at >= (${from}::timestamp at time zone ${HOME_ZONE})`,
    to && sql`at < ((${to}::date + 1)::timestamp at time zone ${HOME_ZONE})`,
    q && sql`(action ilike ${like(q)} or subject_id ilike ${like(q)} or changes::text ilike ${like(q)})`,
  ].map((part) => part || null);
  return parts.filter((part) => part !== null);
}

const byPerson = (who: string) =>
  sql`actor_id in (select id::text from "user" where email ilike ${like(who)} or name ilike ${like(who)} or id::text = ${who})`;

const all = (parts: readonly RawBuilder<unknown>[]) => (parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`);

/** A number of entries beyond one, nearest first: older ones, or newer ones. */
export async function auditLogRows(
  db: Db,
  filter: AuditLogFilter,
  { beyond, newer, limit }: { beyond: number | null; newer: boolean; limit: number },
): Promise<AuditLogRow[]> {
  const past = newer ? sql`>` : sql`<`;
  const order = newer ? sql`at, id` : sql`at desc, id desc`;
  const place = beyond === null ? [] : [sql`(at, id) ${past} (select at, id from audit_log where id = ${beyond})`];
  const entries = sql`select * from audit_log where ${all([...conditions(filter), ...place])} order by ${order} limit ${limit}`;
  const { rows } = await sql<AuditLogRow>`${readable(entries)} order by ${order}`.execute(db);
  return rows;
}

/** The newest entries about any of some subjects. */
export async function rowsAbout(
  db: Db,
  subjects: readonly (readonly [type: string, id: string])[],
  limit: number,
): Promise<AuditLogRow[]> {
  if (subjects.length === 0) return [];
  const pairs = subjects.map(([type, id]) => sql`(${type}, ${id})`);
  const entries = sql`select * from audit_log where (subject_type, subject_id) in (${sql.join(pairs)}) order by at desc, id desc limit ${limit}`;
  const { rows } = await sql<AuditLogRow>`${readable(entries)} order by at desc, id desc`.execute(db);
  return rows;
}

/** The actions of the newest `limit` entries. */
export async function recentActions(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select distinct action from (select action from audit_log order by at desc, id desc limit ${limit}) a order by action`.execute(
    db,
  );
  return rows.map(({ action }) => action);
}

/** All subject types; a loose index scan, so its cost doesn't grow with the number of entries. */
export async function subjectTypes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive types (type) as (
      (select subject_type from audit_log order by subject_type limit 1)
      union all
      select (select subject_type from audit_log where subject_type > t.type order by subject_type limit 1) from types t
      where t.type is not null
    ) select type from types where type is not null`.execute(db);
  return rows.map(({ type }) => type);
}

/** Departures by id, with their crawl and date as a title. */
export async function departuresNamed(db: Db, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string }>`
    select d.id, c.title || ', ' || d.date as title from scheduled_crawls d join pub_crawls c on c.id = d.crawl_id
    where d.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
