import { sql } from "kysely";
import type { Facts } from "#src/modules/office/operations/schema.ts";
import type { Db } from "#src/platform/db.server.ts";

const OLDEST = (column: string) =>
  sql`coalesce(extract(epoch from clock_timestamp() - min(${sql.ref(column)})), 0)::float8`;
const isReady = sql`locked_at is null and attempts < max_attempts and run_at <= now()`;

/**
 * Whether a server refuses everybody: so many different addresses since it last took an email. Fewer are mistyped ones, which say
 * nothing of it.
 */
const REFUSES_ALL = sql`(select count(distinct lower(r.recipient)) >= 10 from emails r
  where r.refused_at is not null and r.id >= (select uuidv7(interval '-1 day'))
    and not exists (select from emails s where s.created_at > r.created_at and s.status = 'sent' and s.sent_at > r.refused_at))`;

/**
 * Since when an unsent email waits through no fault of its reader: one that a server refused waits on purpose until its next
 * try, unless no email is taken at all.
 */
const WAITS_SINCE = sql`case when status <> 'retry' or exists (select from mail_outage) then created_at
  when next_try_at < clock_timestamp() then next_try_at end`;

/** A job that failed one night is tried again for hours; the next night begins a day after, give or take a change of the clocks. */
const TWO_NIGHTS = "20 hours";

/**
 * What the database knows of the product's health, in one statement that reads only partial indexes, short tables and a day of
 * payments. Throws when it takes longer than two seconds.
 */
export function factsOf(db: Db): Promise<Facts> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '2s'`.execute(tx);
    const { rows } = await sql<Facts>`select
      (select row_to_json(h) from (
        select count(*)::int as bookings, coalesce(sum(number_of_people), 0)::int as seats from booking_facts
        where status = 'pending' and hold_expires_at > now()) h) as holds,
      (select coalesce(json_object_agg(status, n), '{}') from (
        select status, count(*)::int as n from payments
        where id >= (select uuidv7(interval '-1 day')) group by status) p) as payments,
      (select row_to_json(j) from (
        select count(*) filter (where ${isReady})::int as ready,
          count(*) filter (where locked_at is not null)::int as running,
          count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead,
          coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where ${isReady})), 0)::float8 as oldest
        from graphile_worker._private_jobs) j) as jobs,
      (select row_to_json(e) from (
        select count(*) filter (where status = 'queued')::int as queued,
          count(*) filter (where status = 'sending')::int as sending,
          count(*) filter (where status = 'retry')::int as retry,
          (select count(*)::int from emails where status = 'failed' and (refused_at is null or ${REFUSES_ALL})) as failed,
          coalesce(extract(epoch from clock_timestamp() - min(${WAITS_SINCE})), 0)::float8 as oldest
        from emails where status in ('queued', 'sending', 'retry')) e) as emails,
      (select ${OLDEST("since")} from mail_outage) as "mailAway",
      (select row_to_json(m) from (
        select count(*)::int as waiting, ${OLDEST("received_at")} as oldest,
          (select count(*)::int from provider_events where dead_at is not null) as dead
        from provider_events
        where processed_at is null and dead_at is null and id >= (select uuidv7(interval '-7 days'))) m) as messages,
      (select count(*)::int from refunds where status = 'failed') as "refundsFailed",
      (select extract(epoch from clock_timestamp() - coalesce(
        (select at from ledger_proofs order by id desc limit 1), (select min(began_at) from ledger_rounds)))::float8
      ) as "ledgerUnchecked",
      (select coalesce(json_agg(json_build_object('name', name, 'since', failing_since) order by name), '[]') from nightly_jobs
        where failed_at - failing_since >= ${TWO_NIGHTS}::interval) as "nightlyFailing",
      pg_database_size(current_database()) as "databaseBytes",
      (select coalesce(json_agg(o), '[]') from (
        select name, at, ok, case when ok then at else (details->>'last_ok_at')::timestamptz end as "okAt"
        from operations order by name) o) as operations`.execute(tx);
    const { operations, nightlyFailing, ...rest } = rows[0]!;
    const iso = (at: string) => new Date(at).toISOString();
    return {
      ...rest,
      nightlyFailing: nightlyFailing.map(({ name, since }) => ({ name, since: iso(since) })),
      operations: operations.map(({ at, okAt, ...one }) => ({ ...one, at: iso(at), okAt: okAt && iso(okAt) })),
    };
  });
}

/** When the newest email was sent; null if none of the last week's was. */
export async function lastSent(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ sent_at: Date | null }>`
    select max(sent_at) as sent_at from emails where id >= (select uuidv7(interval '-7 days'))`.execute(db);
  return rows[0]?.sent_at ?? null;
}

/** When each provider's newest message of the last 30 days came. */
export async function lastMessages(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ provider: string; at: Date }>`
    select provider, max(received_at) as at from provider_events
    where id >= (select uuidv7(interval '-30 days')) group by provider`.execute(db);
  return new Map(rows.map(({ provider, at }) => [provider, at]));
}

/** The version of PostgreSQL (`18.1`), and the newest migration. */
export async function versionsOf(db: Db): Promise<{ postgres: string; migration: string | null }> {
  const { rows } = await sql<{ postgres: string }>`select current_setting('server_version') as postgres`.execute(db);
  const newest = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return { postgres: rows[0]!.postgres, migration: newest.rows[0]?.name ?? null };
}

/** Writes the last result under its name; a failure keeps in its details when the operation last went well. */
export async function keepOperation(
  db: Db,
  { details, ...row }: { name: string; at: Date; ok: boolean; details: Record<string, unknown> },
): Promise<void> {
  const values = { ...row, details: JSON.stringify(details) };
  const lastGood = sql`case when operations.ok then to_jsonb(operations.at) else operations.details->'last_ok_at' end`;
  const record = sql<string>`excluded.details || jsonb_build_object('last_ok_at', ${lastGood})`;
  await db
    .insertInto("operations")
    .values(values)
    .onConflict((c) => c.column("name").doUpdateSet(row.ok ? values : { ...values, details: record }))
    .execute();
}

/** Notes that a nightly job begins; it has failed unless `noteDone` follows. */
export const noteBegun = (db: Db, name: string, at: Date) =>
  db
    .insertInto("nightly_jobs")
    .values({ name, failing_since: at, failed_at: at })
    .onConflict((c) =>
      c.column("name").doUpdateSet({
        failing_since: sql<Date>`coalesce(nightly_jobs.failing_since, excluded.failing_since)`,
        failed_at: sql<Date>`excluded.failed_at`,
      }),
    )
    .execute();

/** Notes that it ended well. */
export const noteDone = (db: Db, name: string, at: Date) =>
  db
    .updateTable("nightly_jobs")
    .set({ ok_at: at, failing_since: null, failed_at: null })
    .where("name", "=", name)
    .execute();
