import { sql } from "kysely";
import { priorityOf } from "#src/kernel/job-order.ts";
import type { DeadReason } from "#src/modules/money/payments/rules/inbox.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

type NewEvent = {
  provider: string;
  event_id: string;
  type: string;
  topic: string;
  mode: string;
  payment_ref: string | null;
  external_id: string | null;
  charge_ref: string | null;
  dispute_ref: string | null;
  raw_body: string | null;
  processed_at: Date | null;
};

// A single statement means one round trip and no open transaction: providers send many messages at once and expect a fast
// answer.
const KEEP_EVENT = `
  with kept as (
    insert into provider_events (provider, event_id, type, topic, mode, payment_ref, external_id, charge_ref, dispute_ref, raw_body,
      processed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (provider, event_id) do nothing returning id, processed_at)
  select graphile_worker.add_job('provider-event.process', json_build_object('id', id), job_key := 'event:' || id,
      priority := ${priorityOf("provider-event.process")})
    from kept where processed_at is null`;

/** Stores a provider's message once, with its job unless `processed_at` is set; a known message changes nothing. */
export async function keepEvent(on: Statements, event: NewEvent): Promise<void> {
  const { provider, event_id, type, topic, mode, payment_ref, external_id, charge_ref, dispute_ref } = event;
  const names = [payment_ref, external_id, charge_ref, dispute_ref];
  const values = [provider, event_id, type, topic, mode, ...names, event.raw_body, event.processed_at];
  await on.query({ name: "keep-event", text: KEEP_EVENT, values });
}

export type EventRow = NonNullable<Awaited<ReturnType<typeof eventById>>>;

const events = (db: Db | Tx) =>
  db
    .selectFrom("provider_events")
    .select(["id", "provider", "event_id", "type", "topic", "payment_ref", "external_id", "charge_ref", "dispute_ref"])
    .select(["attempts", "last_error", "received_at", "processed_at", "dead_at"])
    .select(sql<DeadReason | null>`dead_reason`.as("dead_reason"));

export const eventById = (db: Db | Tx, id: string) => events(db).where("id", "=", id).executeTakeFirst();

export const eventForUpdate = (tx: Tx, id: string) => events(tx).where("id", "=", id).forUpdate().executeTakeFirst();

/** Records a failed try that wasn't the last. */
export const markTried = (db: Db, id: string, error: string) =>
  db
    .updateTable("provider_events")
    .set((e) => ({ attempts: e("attempts", "+", 1), last_error: error }))
    .where("id", "=", id)
    .execute();

/** Notes that a message was processed, along with what it made a transaction write. */
export const markProcessed = (on: Db | Tx, id: string, now: Date) => writeLater(on, PROCESSED, [id, now]);

const PROCESSED = writeOf({
  processed: `update provider_events set attempts = attempts + 1, processed_at = $2, last_error = null, dead_at = null, dead_reason = null
    where id = $1`,
});

/** Marks a message dead; undefined if another worker did so first, or it has been processed. */
export const markDead = (tx: Tx, id: string, dead: { reason: DeadReason; error: string; now: Date }) =>
  tx
    .updateTable("provider_events")
    .set((e) => ({
      attempts: e("attempts", "+", 1),
      dead_at: dead.now,
      dead_reason: dead.reason,
      last_error: dead.error,
    }))
    .where("id", "=", id)
    .where("dead_at", "is", null)
    .where("processed_at", "is", null)
    .returning("id")
    .executeTakeFirst();

/** Resets a dead message as if it had just arrived. */
export const revive = (tx: Tx, id: string) =>
  tx
    .updateTable("provider_events")
    .set({ dead_at: null, dead_reason: null, attempts: 0 })
    .where("id", "=", id)
    .execute();

/** Dead messages, newest first. */
export const deadEventRows = (db: Db, limit: number) =>
  events(db).where("dead_at", "is not", null).orderBy("dead_at", "desc").limit(limit).execute();

/** Deletes the bodies of messages received before an instant; their references stay. */
export const emptyBodiesBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`update provider_events set raw_body = null where id in (
      select id from provider_events where received_at < ${before} and raw_body is not null limit ${PORTION}) returning id`.execute(
      db,
    );
    return rows;
  });

/** Deletes the body of a message: it may name the payer, who was forgotten. */
export const emptyBody = (db: Db, id: string) =>
  db.updateTable("provider_events").set({ raw_body: null }).where("id", "=", id).execute();

/** Deletes the bodies of messages about bookings' payments. */
export const emptyBodiesOf = (tx: Tx, purchaseIds: readonly string[]) =>
  tx
    .updateTable("provider_events as e")
    .from("payments as p")
    .set({ raw_body: null })
    .whereRef("p.provider", "=", "e.provider")
    .where(sql<boolean>`p.purchase_id = any(${purchaseIds}::uuid[])`)
    .where((e) =>
      e.or([
        e(sql<string>`p.id::text`, "=", e.ref("e.payment_ref")),
        e("p.external_id", "=", e.ref("e.external_id")),
        e("p.charge_id", "=", e.ref("e.charge_ref")),
      ]),
    )
    .execute();
