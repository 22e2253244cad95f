import { sql } from "kysely";
import { priorityOf } from "#src/kernel/job-order.ts";
import type { EventState, StoredEvent } from "#src/modules/partners/measurement/schema.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

// read in the transaction: a second connection for the cached settings could be the one that others wait for
const hasPixel = sql<boolean>`exists (select from app_settings where key = 'fb_pixel_id' and value ~ '^[0-9]{5,20}$')`;

/** What a booking's purchase says, and whether there is a pixel that may hear of it; undefined when there is no such booking. */
export const purchasedBooking = (tx: Tx, bookingId: string) =>
  tx
    .selectFrom("booking_facts")
    .select(["total_price", "site_tag", "test"])
    .select([sql<Currency>`currency`.as("currency"), hasPixel.as("has_pixel")])
    .where("id", "=", bookingId)
    .executeTakeFirst();

/** Adds an event together with the job that sends it, unless its booking has one of that kind. */
export const insertEvent = (tx: Tx, event: { bookingId: string; payload: StoredEvent; at: Date }) =>
  tx
    .with("queued", (q) =>
      q
        .insertInto("ad_events")
        .values({
          event_id: event.payload.event_id,
          booking_id: event.bookingId,
          kind: event.payload.event_name,
          payload: JSON.stringify(event.payload),
          created_at: event.at,
        })
        .onConflict((c) => c.columns(["booking_id", "kind"]).doNothing())
        .returning("id"),
    )
    .selectFrom("queued")
    .select(
      sql`graphile_worker.add_job('ad-event.send', json_build_object('id', id), job_key := 'ad-event:' || id,
        priority := ${sql.lit(priorityOf("ad-event.send"))})`.as("job"),
    )
    .execute();

/** A queued event with who it is about; undefined when it is done. */
export const queuedEvent = (db: Db, id: string) =>
  db
    .selectFrom("ad_events as e")
    .innerJoin("booking_facts as b", "b.id", "e.booking_id")
    .select(["e.id", "e.booking_id", "e.payload", "e.attempts", "b.email", "b.phone", "b.test"])
    .select(sql<string>`b.status`.as("booking_status"))
    .where("e.id", "=", id)
    .where("e.status", "=", "queued")
    .executeTakeFirst();

type Ended = { status: EventState; last_error: string | null; attempts?: number; sent_at?: Date };

/** Records how an attempt ended. */
export const endEvent = (on: Db | Tx, id: string, ended: Ended) =>
  on.updateTable("ad_events").set(ended).where("id", "=", id).where("status", "=", "queued").execute();

/** A booking's purchase that the browser may report too; undefined where there is none. */
export const toldPurchase = (db: Db, bookingId: string, since: Date) =>
  db
    .selectFrom("ad_events as e")
    .innerJoin("booking_facts as b", "b.id", "e.booking_id")
    .select("e.payload")
    .where("e.booking_id", "=", bookingId)
    .where("e.kind", "=", "Purchase")
    .where("e.status", "in", ["queued", "sent"])
    .where("e.created_at", ">", since)
    .where("b.test", "=", false)
    .executeTakeFirst();

/** The events of bookings, oldest first. */
export const eventsOfBookings = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("ad_events")
    .select(["booking_id", "kind", "event_id", "payload", "status", "created_at", "sent_at"])
    .where("booking_id", "in", bookingIds)
    .orderBy("created_at")
    .execute();

/** A page of events, newest first. */
export const eventRows = (db: Db, state: EventState | null, { offset, limit }: { offset: number; limit: number }) =>
  db
    .selectFrom("ad_events as e")
    .innerJoin("booking_facts as b", "b.id", "e.booking_id")
    .select(["e.id", "e.created_at", "e.sent_at", "e.kind", "e.event_id", "e.attempts", "e.last_error", "e.payload"])
    .select(["e.booking_id", "b.reference", sql<EventState>`e.status`.as("status")])
    .$if(state !== null, (q) => q.where("e.status", "=", state!))
    .orderBy("e.created_at", "desc")
    .orderBy("e.id", "desc")
    .offset(offset)
    .limit(limit)
    .execute();

/** How many events there are in each state. */
export const countEvents = (db: Db) =>
  db
    .selectFrom("ad_events")
    .select([sql<EventState>`status`.as("status"), sql<number>`count(*)::int`.as("count")])
    .groupBy("status")
    .execute();

/** Deletes the events of before an instant. */
export const dropEventsBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from ad_events where id in (
      select id from ad_events where created_at < ${before} limit ${PORTION}) returning id`.execute(db);
    return rows;
  });
