import { sql } from "kysely";
import { FOR_NOW } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { Night, Reminder } from "#src/modules/mail/notifications/rules/reminders.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The nights between two days (YYYY-MM-DD), both included, that take place. */
export const nightsBetween = (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<(Night & { id: string })[]> =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.date", "d.starts_at", "d.time_zone"])
    .where("d.status", "=", "scheduled")
    .where("d.date", ">=", from)
    .where("d.date", "<=", to)
    .orderBy("d.starts_at")
    .execute();

/** The key of a reminder: one for each booking and date, wherever the booking is moved. */
export const reminderKey = (bookingId: string, kind: Reminder, date: string): string =>
  `booking.${bookingId}.${kind}.${date}`;

const unreminded = (on: Db | Tx, kind: Reminder) =>
  on
    .selectFrom("booking_facts as b")
    .where("b.status", "=", "confirmed")
    .where("b.email", "<>", "")
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("emails as m")
            .select("m.id")
            // what was withheld only for now is due again
            .where((m) => m.not(m.and([m("m.status", "=", "withheld"), m("m.last_error", "in", FOR_NOW)])))
            .where(
              "m.dedupe_key",
              "=",
              sql<string>`'booking.' || b.id || '.' || ${kind}::text || '.' || to_char(b.date, 'YYYY-MM-DD')`,
            ),
        ),
      ),
    );

/**
 * A night's confirmed bookings that aren't reminded yet. Who has booked since it was due (`since`), or gets or got current
 * tickets since then, knows already.
 */
export const bookingsToRemind = (
  on: Db | Tx,
  { departureId, kind, since }: { departureId: string; kind: Reminder; since: Date },
) =>
  unreminded(on, kind)
    .select(["b.id", "b.email", "b.language"])
    .where("b.scheduled_crawl_id", "=", departureId)
    .where("b.confirmed_at", "<", since)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("emails as m")
            .select("m.id")
            .whereRef("m.booking_id", "=", "b.id")
            .where("m.kind", "=", "booking_confirmation")
            .where((eb) =>
              eb.or([
                eb("m.status", "in", ["queued", "sending", "retry"]),
                eb.and([eb("m.status", "=", "sent"), eb("m.sent_at", ">=", since)]),
              ]),
            ),
        ),
      ),
    )
    .orderBy("b.id")
    .execute();

/** How many bookings of several nights would be reminded, as things are. */
export const countToRemind = async (db: Db, kind: Reminder, departureIds: readonly string[]): Promise<number> =>
  departureIds.length === 0
    ? 0
    : (
        await unreminded(db, kind)
          .select((e) => e.fn.countAll<number>().as("n"))
          .where("b.scheduled_crawl_id", "in", departureIds)
          .executeTakeFirstOrThrow()
      ).n;

/** How many emails of a kind were sent since an instant. */
export const countSent = async (db: Db, kind: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom("emails")
      .select((e) => e.fn.countAll<number>().as("n"))
      .where("kind", "=", kind)
      // those that waited for the mail server the longest are two days old
      .where("created_at", ">=", new Date(since.getTime() - 48 * 3_600_000))
      .where("status", "=", "sent")
      .where("sent_at", ">=", since)
      .executeTakeFirstOrThrow()
  ).n;

/** The next night that begins after an instant, with its crawl and city as an email tells of them; undefined when there is none. */
export const nextNight = (db: Db, after: Date) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.date", "d.start_time", "d.end_time", "d.starts_at", "d.ends_at"])
    .select(["d.title", "d.title_es", "d.meeting_place", "d.meeting_place_es"])
    .select(["d.city", "d.city_es", "d.time_zone"])
    .select(["d.meeting_point", "d.meeting_point_es", "d.map_url"])
    .where("d.status", "=", "scheduled")
    .where("d.starts_at", ">", after)
    .orderBy("d.starts_at")
    .orderBy("d.id")
    .limit(1)
    .executeTakeFirst();
