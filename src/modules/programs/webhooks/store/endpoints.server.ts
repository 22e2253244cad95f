import { sql } from "kysely";
import type { EndpointFields } from "#src/modules/programs/webhooks/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Has everybody who adds an endpoint wait for each other. */
export const lockEndpoints = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints', 0))`.execute(tx);

/** How many endpoints staff have added. */
export async function countEndpoints(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from webhook_endpoints where key_id is null`.execute(tx);
  return rows[0]!.count;
}

/** False where there is one with this id. */
export async function insertEndpoint(tx: Tx, id: string, endpoint: EndpointFields, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto("webhook_endpoints")
    .values({ id, ...endpoint, created_at: at })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const EDITED = [
  "id",
  "url",
  "description",
  "types",
  "partner_id",
  "cities",
  "key_id",
  "headers",
  "is_trial",
  "is_active",
  "gone_at",
  "secret_version",
  "old_secret_until",
  "failing_since",
  "paused_until",
  "version",
] as const;

export const endpointById = (db: Db | Tx, id: string) =>
  db.selectFrom("webhook_endpoints").select(EDITED).where("id", "=", id).executeTakeFirst();

/** The key whose program subscribed for itself. */
export const keyOfEndpoint = (db: Db, keyId: string) =>
  db.selectFrom("api_keys").select(["name", "revoked_at", "expires_at"]).where("id", "=", keyId).executeTakeFirst();

export const lockEndpoint = (tx: Tx, id: string) =>
  tx.selectFrom("webhook_endpoints").select(EDITED).where("id", "=", id).forUpdate().executeTakeFirst();

/** Another address begins anew: it isn't failing yet, and asked for no pause. */
export const saveEndpointRow = (tx: Tx, id: string, endpoint: EndpointFields) =>
  tx
    .updateTable("webhook_endpoints")
    .set({
      ...endpoint,
      failing_since: sql`case when url = ${endpoint.url} then failing_since end`,
      paused_until: sql`case when url = ${endpoint.url} then paused_until end`,
      version: sql`version + 1`,
    })
    .where("id", "=", id)
    .execute();

/** Deletes what waits for an endpoint and is no longer of its types or cities. Tests stay. */
export const dropUnwanted = (tx: Tx, id: string, { types, cities }: Pick<EndpointFields, "types" | "cities">) =>
  sql`delete from webhook_deliveries d using webhook_events v
      left join bookings b on v.type like 'booking.%' and b.id = v.subject
      left join scheduled_crawls s on s.id = case when b.id is not null then b.scheduled_crawl_id
        when v.type in ('night.cancelled', 'availability.changed') then v.subject end
      left join pub_crawls c on c.id = case when v.type = 'crawl.changed' then v.subject else s.crawl_id end
    where d.endpoint_id = ${id}::uuid and d.state = 'queued' and v.n = d.event_n and v.type <> 'webhook.test'
      and (v.type <> all(${types}::text[]) or c.city_id <> all(${cities}::text[]))`.execute(tx);

export const setActive = (tx: Tx, id: string, isActive: boolean) =>
  tx
    .updateTable("webhook_endpoints")
    .set({ is_active: isActive, gone_at: null, failing_since: null, paused_until: null, version: sql`version + 1` })
    .where("id", "=", id)
    .execute();

export const renewSecretRow = (tx: Tx, id: string, oldUntil: Date) =>
  tx
    .updateTable("webhook_endpoints")
    .set({ secret_version: sql`secret_version + 1`, old_secret_until: oldUntil })
    .where("id", "=", id)
    .execute();

export const removeEndpoint = (tx: Tx, id: string) => tx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();

/** All, those that need somebody first, with how many messages wait and how many were given up. */
export async function allEndpoints(db: Db, now: Date) {
  type Row = {
    id: string;
    url: string;
    description: string;
    partner: string | null;
    key: string | null;
    types: number;
    is_active: boolean;
    partner_off: boolean;
    gone_at: Date | null;
    failing_since: Date | null;
    queued: number;
    dead: number;
  };
  const { rows } = await sql<Row>`
    select e.id, e.url, e.description, p.name as partner, k.name as key, cardinality(e.types) as types,
      e.is_active and k.revoked_at is null and (k.expires_at <= ${now}::timestamptz) is not true as is_active,
      p.is_active is false as partner_off, e.gone_at, e.failing_since,
      coalesce(d.queued, 0) as queued, coalesce(d.dead, 0) as dead
    from webhook_endpoints e left join partners p on p.id = e.partner_id left join api_keys k on k.id = e.key_id left join (
      select endpoint_id, count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'dead')::int as dead
      from webhook_deliveries where state <> 'delivered' group by 1) d on d.endpoint_id = e.id
    order by e.gone_at is null, e.failing_since is null, e.created_at, e.id`.execute(db);
  return rows;
}

/** A program's subscriptions, oldest first. */
export const subscriptionsOf = (db: Db | Tx, keyId: string, isTrial: boolean) =>
  db
    .selectFrom("webhook_endpoints")
    .select(EDITED)
    .where("key_id", "=", keyId)
    .where("is_trial", "=", isTrial)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

type NewSubscription = {
  id: string;
  url: string;
  types: string[];
  partner_id: string;
  key_id: string;
  is_trial: boolean;
  headers: string | null;
};

export const insertSubscription = (tx: Tx, subscription: NewSubscription, at: Date) =>
  tx
    .insertInto("webhook_endpoints")
    .values({ ...subscription, created_at: at })
    .execute();

/** Seals what messages carry besides ours. */
export const saveHeaders = (tx: Tx, id: string, headers: string | null) =>
  tx.updateTable("webhook_endpoints").set({ headers }).where("id", "=", id).execute();
