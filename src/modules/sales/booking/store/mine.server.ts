import { sql } from "kysely";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import { type Owner, ownedBy } from "#src/modules/sales/booking/store/owner.server.ts";
import type { Db } from "#src/platform/db.server.ts";

// skips baskets that the same browser replaced: nobody looks for those
const drawn = (db: Db, owner: Owner) =>
  db
    .selectFrom("booking_facts as b")
    .where(ownedBy(owner))
    .where(sql<boolean>`b.cancel_reason is distinct from 'replaced'`);

const drawer = (db: Db, owner: Owner, now: Date) =>
  drawn(db, owner)
    .select((e) => [
      sql<BookingStatus>`${e.ref("b.status")}`.as("status"),
      sql<CancelReason | null>`${e.ref("b.cancel_reason")}`.as("cancel_reason"),
      e
        .exists(
          e
            .selectFrom("booking_changes as change")
            .whereRef("change.booking_id", "=", "b.id")
            .where("change.status", "=", "pending")
            .where("change.hold_expires_at", ">", now),
        )
        .as("change_waits"),
    ])
    .select(["b.crawl_is_active as is_active", "b.on_every_site", "b.city_is_active as is_city_active"])
    .select([
      "b.id",
      "b.reference",
      "b.hold_expires_at",
      "b.kept_for",
      "b.number_of_people",
      "b.total_price",
      "b.currency",
      "b.test",
      "b.scheduled_crawl_id as departure_id",
      "b.date",
      "b.start_time",
      "b.end_time",
      "b.starts_at",
      "b.ends_at",
      "b.sales_close_at",
      "b.night_status as departure_status",
      "b.title",
      "b.title_es",
      "b.slug",
      "b.image",
      "b.meeting_place",
      "b.meeting_place_es",
      "b.meeting_point",
      "b.meeting_point_es",
      "b.map_url",
      "b.city",
      "b.city_es",
      "b.time_zone",
    ]);

export type MyRow = Awaited<ReturnType<typeof upcomingOf>>[number];

/** Bookings of unfinished departures, soonest first, cancelled ones last. */
export const upcomingOf = (db: Db, owner: Owner, now: Date, limit: number) =>
  drawer(db, owner, now)
    .where("b.ends_at", ">", now)
    .orderBy(sql`b.status = 'cancelled'`)
    .orderBy("b.starts_at")
    .orderBy("b.id")
    .limit(limit)
    .execute();

/** Bookings of past departures, latest first. */
export const pastOf = (db: Db, owner: Owner, now: Date, { limit, offset }: { limit: number; offset: number }) =>
  drawer(db, owner, now)
    .where("b.ends_at", "<=", now)
    .orderBy("b.starts_at", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
