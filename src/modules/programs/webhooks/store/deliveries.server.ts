import { sql } from "kysely";
import type { MessageType } from "#src/modules/programs/webhooks/rules/event-types.ts";
import type { DeliveryState } from "#src/modules/programs/webhooks/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Queues one message of an endpoint again, or all that were given up. How many there were. */
export async function requeue(
  tx: Tx,
  { endpointId, n, now }: { endpointId: string; n: string | null; now: Date },
): Promise<number> {
  const which = n === null ? sql`state = 'dead'` : sql`event_n = ${n}::bigint`;
  // one that is being sent, or that waits, keeps the count of its tries: it is only sent sooner
  const { rows } =
    await sql`update webhook_deliveries set state = 'queued', next_at = least(next_at, ${now}::timestamptz),
      attempts = case when state = 'queued' then attempts else 0 end,
      first_at = case when state = 'queued' then first_at end
    where endpoint_id = ${endpointId}::uuid and ${which} returning 1`.execute(tx);
  return rows.length;
}

type Row = {
  n: string;
  id: string;
  type: MessageType;
  subject: string;
  at: Date;
  state: DeliveryState;
  attempts: number;
  next_at: Date;
  last_at: Date | null;
  status: number | null;
  error: string | null;
  milliseconds: number | null;
};

/** A page of an endpoint's messages, newest first. */
export async function deliveryRows(
  db: Db,
  endpointId: string,
  { state, offset, limit }: { state: DeliveryState | null; offset: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.event_n as n, e.id, e.type, d.subject, e.at, d.state, d.attempts, d.next_at, d.last_at, d.status, d.error, d.milliseconds
    from webhook_deliveries d join webhook_events e on e.n = d.event_n
    where d.endpoint_id = ${endpointId}::uuid and (${state}::text is null or d.state = ${state})
    order by d.event_n desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** How many messages of an endpoint are in each state. */
export async function countDeliveries(db: Db, endpointId: string): Promise<{ state: DeliveryState; count: number }[]> {
  const { rows } = await sql<{ state: DeliveryState; count: number }>`
    select state, count(*)::int as count from webhook_deliveries where endpoint_id = ${endpointId}::uuid group by 1`.execute(
    db,
  );
  return rows;
}
