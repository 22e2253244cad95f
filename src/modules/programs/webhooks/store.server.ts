import { sql } from "kysely";
import type { EventFacts, EventType, Listener, MessageType } from "#src/modules/programs/webhooks/rules/event-types.ts";
import type { Outcome } from "#src/modules/programs/webhooks/rules/delivery.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

const IS_WANTED = "exists (select from webhook_endpoints where is_active and $1::text = any(types))";
const EVENTS = writeOf({
  noted: `insert into webhook_events (type, subject, detail, at)
    select $1::text, s.id, $3::jsonb, $4::timestamptz from unnest($2::uuid[]) with ordinality as s (id, n) where ${IS_WANTED} order by s.n`,
});

type NewEvents = { type: EventType; subjects: readonly string[]; detail: object; at: Date };

/** Notes what happened to some subjects, where any endpoint wants to be told. Sent with the transaction's other writes. */
export const insertEvents = (tx: Tx, { type, subjects, detail, at }: NewEvents): Promise<void> =>
  writeLater(tx, EVENTS, [type, subjects, JSON.stringify(detail), at]);

/** The types that any endpoint is told of. */
export async function wantedTypes(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ type: string }>`
    select distinct unnest(types) as type from webhook_endpoints where is_active`.execute(db);
  return new Set(rows.map(({ type }) => type));
}

/**
 * Notes holds that no event tells of yet. Each is locked while it is noted, so that it is told before whatever happens to it next; one that
 * somebody else has locked comes with the next round, if it is still a hold. None is older than all who want to know.
 */
export const insertHolds = (db: Db, now: Date) =>
  sql`with held as materialized (
      select b.id, b.created_at from bookings b
      where b.status = 'pending' and b.hold_expires_at > ${now}::timestamptz
        and b.created_at >= (select min(w.created_at) from webhook_endpoints w where w.is_active and 'booking.held' = any(w.types))
        and not exists (select from webhook_events e where e.type = 'booking.held' and e.subject = b.id)
      order by b.created_at limit 1000 for share of b skip locked)
    insert into webhook_events (type, subject, at) select 'booking.held', id, created_at from held order by created_at, id
    on conflict do nothing`.execute(db);

/** What of a night is told as a change: where and when it is, whether it is sold, and what is left. */
const STATE = sql.raw(
  "concat_ws(' ', d.date, d.start_time, d.end_time, d.status, d.available_spots, d.total_spots, d.bookings_disabled, d.sales_close_at, d.is_private)",
);

/** Notes the coming nights that aren't as they were last told, each once. Where nothing was told yet, all are as they are. */
export const insertAvailability = (db: Db, now: Date) =>
  sql`with known as (select exists (select from webhook_nights) as some),
    coming as (select d.id, ${STATE} as state from scheduled_crawls d where d.ends_at > ${now}::timestamptz),
    other as (
      insert into webhook_nights as w (departure_id, state)
        select c.id, c.state from coming c left join webhook_nights n on n.departure_id = c.id
        where n.state is distinct from c.state order by c.id
      on conflict (departure_id) do update set state = excluded.state where w.state <> excluded.state
      returning departure_id)
    insert into webhook_events (type, subject, at)
      select 'availability.changed', o.departure_id, ${now}::timestamptz from other o, known where known.some order by 2`.execute(
    db,
  );

/** Forgets what was told of nights: when somebody wants to know again, it begins anew. */
export const dropNights = (db: Db) => sql`delete from webhook_nights`.execute(db);

/** What of a crawl is told as a change: whatever staff write of it while it is shown. Of one that isn't, only that. */
const CRAWL_STATE = sql.raw(
  "case when c.is_active then md5((to_jsonb(c) - array['rating', 'review_count', 'version'])::text) else '' end",
);

/** Notes the crawls that aren't as they were last told, each once. Where nothing was told yet, all are as they are. */
export const insertCrawls = (db: Db, now: Date) =>
  sql`with known as (select exists (select from webhook_crawls) as some),
    present as (select c.id, ${CRAWL_STATE} as state from pub_crawls c),
    other as (
      insert into webhook_crawls as w (crawl_id, state)
        select p.id, p.state from present p left join webhook_crawls n on n.crawl_id = p.id
        where n.state is distinct from p.state order by p.id
      on conflict (crawl_id) do update set state = excluded.state where w.state <> excluded.state
      returning w.crawl_id, w.state, old.state as before)
    insert into webhook_events (type, subject, at)
      select 'crawl.changed', o.crawl_id, ${now}::timestamptz from other o, known
      where known.some and coalesce(o.before, '') <> o.state order by 2`.execute(db);

/** Forgets what was told of crawls. */
export const dropCrawls = (db: Db) => sql`delete from webhook_crawls`.execute(db);

/** Forgets the nights that are over. */
export const dropOldNights = (db: Db, before: Date) =>
  sql`delete from webhook_nights w using scheduled_crawls d where d.id = w.departure_id and d.ends_at < ${before}`.execute(
    db,
  );

/** The first half of an advisory lock: one process at a time decides who is told. */
const SPREADING = 7_663_216;

/** Takes the lock of those who decide who is told, until the transaction ends. False where somebody has it. */
export async function lockSpreading(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SPREADING}, 0) as mine`.execute(tx);
  return rows[0]!.mine;
}

/** Events of which it isn't decided yet who is told, in their order. */
export async function waitingEvents(tx: Tx, limit: number): Promise<(EventFacts & { n: string })[]> {
  const { rows } = await sql<EventFacts & { n: string }>`
    select e.n, e.type, e.subject, e.detail - 'former' as detail, e.detail ->> 'former' as former,
      case when d.id is not null then jsonb_build_object('id', d.id, 'crawl_id', d.crawl_id, 'date', d.date, 'status', d.status,
        'city_id', c.city_id, 'is_private', d.is_private) end as departure,
      case when b.id is not null then jsonb_build_object('status', b.status, 'version', b.version, 'test', b.test,
        'partner_id', b.partner_id, 'resale', case when r.id is not null then jsonb_build_object('uuid', r.uuid,
          'partner_id', r.partner_id) end) end as booking,
      case when e.type = 'crawl.changed' and c.id is not null then jsonb_build_object('city_id', c.city_id,
        'is_active', c.is_active) end as crawl,
      case when s.id is not null then jsonb_build_object('partner_id', s.partner_id, 'month', s.month, 'state', s.state,
        'test', s.test) end as statement
    from (select * from webhook_events where data is null order by n limit ${limit}) e
      left join bookings b on e.type like 'booking.%' and b.id = e.subject
      left join resales r on r.booking_id = b.id
      left join partner_statements s on e.type = 'statement.ready' and s.id = e.subject
      left join scheduled_crawls d on d.id = case when b.id is not null then b.scheduled_crawl_id
        when e.type in ('night.cancelled', 'availability.changed') then e.subject end
      left join pub_crawls c on c.id = case when e.type = 'crawl.changed' then e.subject else d.crawl_id end
    order by e.n`.execute(tx);
  return rows;
}

/** Nobody's, or of a partner who is switched on; and of staff, or of a key that still counts. */
const isServed = (now: Date) =>
  sql`not exists (select from partners p where p.id = e.partner_id and not p.is_active)
    and not exists (select from api_keys k where k.id = e.key_id
      and (k.revoked_at is not null or k.expires_at <= ${now}::timestamptz))`;

/**
 * The endpoints that are switched on, and their partners and keys too. None of them is changed or deleted until the transaction ends: what
 * is queued for one that is gone would fail, for all others too.
 */
export async function listeners(tx: Tx, now: Date): Promise<(Listener & { id: string })[]> {
  const { rows } = await sql<Listener & { id: string }>`
    select e.id, e.types, e.partner_id, e.cities,
      case when k.id is not null then jsonb_build_object('scopes', k.scopes, 'cities', k.cities, 'is_trial', e.is_trial) end as key
    from webhook_endpoints e left join api_keys k on k.id = e.key_id where e.is_active and ${isServed(now)}
    order by e.created_at, e.id for key share of e`.execute(tx);
  return rows;
}

/** Types of which only that something is another one is told, however often. */
const FOUND = sql.raw("'availability.changed', 'crawl.changed'");

type Spread = { n: string; subject: string; data: object; to: readonly string[] };

/**
 * Stores what is said of events, and queues it for its endpoints. Due at once. A change of a night or a crawl takes the place of one that
 * an endpoint wasn't sent yet: it tells both.
 */
export const spreadEvents = (tx: Tx, events: readonly Spread[], now: Date) =>
  sql`with told as (
      select (one ->> 'n')::bigint as n, (one ->> 'subject')::uuid as subject, one -> 'data' as data, one -> 'to' as to_ids
      from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as one
    ), stored as (
      update webhook_events e set data = told.data from told where e.n = told.n
    ), added as (
      select told.n, to_id::uuid as endpoint_id, told.subject, v.type
      from told join webhook_events v on v.n = told.n, jsonb_array_elements_text(told.to_ids) as to_id
    ), replaced as (
      delete from webhook_deliveries d using added a, webhook_events v
      where a.type in (${FOUND}) and d.endpoint_id = a.endpoint_id and d.subject = a.subject and d.state = 'queued'
        and d.attempts = 0 and v.n = d.event_n and v.type = a.type
      returning d.endpoint_id, d.subject, d.next_at
    ) insert into webhook_deliveries (event_n, endpoint_id, subject, next_at)
      select a.n, a.endpoint_id, a.subject, coalesce((select min(r.next_at) from replaced r
        where a.type in (${FOUND}) and r.endpoint_id = a.endpoint_id and r.subject = a.subject), ${now}::timestamptz) from added a
      on conflict do nothing`.execute(tx);

/** Deletes events that nobody is told of. */
export const dropEvents = (tx: Tx, ns: readonly string[]) =>
  sql`delete from webhook_events where n = any(${ns}::bigint[])`.execute(tx);

/** The endpoints to which something can be sent now. */
export async function dueEndpoints(db: Db, now: Date): Promise<{ id: string; is_failing: boolean }[]> {
  const { rows } = await sql<{ id: string; is_failing: boolean }>`
    select e.id, e.failing_since is not null as is_failing from webhook_endpoints e
    where e.is_active and ${isServed(now)} and (e.paused_until is null or e.paused_until <= ${now}::timestamptz) and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'queued' and d.next_at <= ${now}::timestamptz)`.execute(
    db,
  );
  return rows;
}

export type Claimed = {
  n: string;
  endpoint_id: string;
  attempts: number;
  first_at: Date;
  id: string;
  type: MessageType;
  data: object;
  at: Date;
  url: string;
  /** of a subscription */
  key_id: string | null;
  headers: string | null;
  secret_version: number;
  old_secret_until: Date | null;
};

const CLAIMED =
  sql.raw(`d.event_n as n, d.endpoint_id, d.attempts, d.first_at, v.id, v.type, v.data, v.at, e.url, e.key_id, e.headers, e.secret_version,
  e.old_secret_until`);

/**
 * Takes messages of an endpoint that are due, at most one of each subject: what comes first of it. They count as lost, and are due again,
 * at `lostAt`. `offset 0`: each is looked at in turn until there are enough, rather than the whole backlog.
 */
export async function claimDue(
  db: Db,
  { endpointId, limit, now, lostAt }: { endpointId: string; limit: number; now: Date; lostAt: Date },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select d.event_n, d.endpoint_id from webhook_deliveries d
      where d.endpoint_id = ${endpointId}::uuid and d.state = 'queued' and d.next_at <= ${now}::timestamptz
        and not exists (select from webhook_deliveries b where b.endpoint_id = d.endpoint_id and b.subject = d.subject
          and b.state = 'queued' and b.event_n < d.event_n offset 0)
        and exists (select from webhook_endpoints e where e.id = d.endpoint_id and e.is_active
          and ${isServed(now)} and (e.paused_until is null or e.paused_until <= ${now}::timestamptz))
      order by d.next_at, d.event_n limit ${limit} for update of d skip locked
    ) update webhook_deliveries d set attempts = d.attempts + 1, first_at = coalesce(d.first_at, ${now}), next_at = ${lostAt}
      from due, webhook_events v, webhook_endpoints e
      where d.endpoint_id = due.endpoint_id and d.event_n = due.event_n and v.n = d.event_n and e.id = d.endpoint_id
      returning ${CLAIMED}`.execute(db);
  return rows.toSorted((a, b) => Number(a.n) - Number(b.n));
}

/** Takes one message, for whoever sends it by hand; undefined where the endpoint is gone, or a program's subscription. */
export async function insertTest(
  tx: Tx,
  { endpointId, data, now, lostAt }: { endpointId: string; data: object; now: Date; lostAt: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<{ n: string }>`insert into webhook_events (type, subject, data, at)
    select 'webhook.test', id, ${JSON.stringify(data)}::jsonb, ${now} from webhook_endpoints where id = ${endpointId}::uuid and key_id is null
    returning n`.execute(tx);
  if (!rows[0]) return undefined;
  await sql`insert into webhook_deliveries (event_n, endpoint_id, subject, attempts, first_at, next_at)
    values (${rows[0].n}::bigint, ${endpointId}::uuid, ${endpointId}::uuid, 1, ${now}, ${lostAt})`.execute(tx);
  const { rows: claimed } = await sql<Claimed>`select ${CLAIMED} from webhook_deliveries d
    join webhook_events v on v.n = d.event_n join webhook_endpoints e on e.id = d.endpoint_id
    where d.event_n = ${rows[0].n}::bigint and d.endpoint_id = ${endpointId}::uuid`.execute(tx);
  return claimed[0];
}

type Ended = {
  n: string;
  endpoint_id: string;
  outcome: Outcome;
  status: number | null;
  error: string | null;
  milliseconds: number;
  now: Date;
};

/** Stores what became of a message, and what that says of its endpoint. */
export async function endDelivery(
  db: Db,
  { n, endpoint_id: endpointId, outcome, status, error, milliseconds, now }: Ended,
): Promise<void> {
  const nextAt = outcome.state === "queued" ? outcome.nextAt : now;
  await sql`with ended as (
      update webhook_deliveries set state = ${outcome.state}, next_at = ${nextAt}, last_at = ${now}, status = ${status}::int,
        error = ${error}::text, milliseconds = ${milliseconds}
      where endpoint_id = ${endpointId}::uuid and event_n = ${n}::bigint and state = 'queued'
    ) ${endpointAfter(endpointId, outcome, now)}`.execute(db);
}

/** An endpoint's row is written only where its state is another one: what is sent to it beside this one mustn't wait for it. */
function endpointAfter(id: string, outcome: Outcome, now: Date) {
  if (outcome.state === "delivered")
    return sql`update webhook_endpoints set failing_since = null, paused_until = null
      where id = ${id}::uuid and (failing_since is not null or paused_until <= ${now}::timestamptz)`;
  if (outcome.state === "dead" && outcome.gone)
    return sql`update webhook_endpoints set is_active = false, gone_at = ${now}, failing_since = coalesce(failing_since, ${now}),
      version = version + 1 where id = ${id}::uuid and is_active`;
  const pause = outcome.state === "queued" ? outcome.pause : null;
  return sql`update webhook_endpoints set failing_since = coalesce(failing_since, ${now}),
      paused_until = greatest(paused_until, ${pause}::timestamptz)
    where id = ${id}::uuid and (failing_since is null or ${pause}::timestamptz is not null)`;
}

/** Deletes events from before an instant, with what is stored of their sending. */
export const dropEventsBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from webhook_events where n in (
      select n from webhook_events where at < ${before} limit ${PORTION}) returning n`.execute(db);
    return rows;
  });
