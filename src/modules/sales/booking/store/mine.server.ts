import { sql } from "kysely";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import { type Owner, ownedBy } from "#src/modules/sales/booking/store/owner.server.ts";
import type { Db } from "#src/platform/db.server.ts";

// skips baskets that the same browser replaced: nobody looks for those
const drawn = (db: Db, owner: Owner) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
    .where(ownedBy(owner))
    .where(sql<boolean>`b.cancel_reason is distinct from 'replaced'`);

const drawer = (db: Db, owner: Owner, now: Date) =>
  drawn(db, owner)
    .innerJoin("pub_crawls as c", "c.id", "b.crawl_id")
    .innerJoin("cities", "cities.id", "c.city_id")
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
    .select(["c.is_active", "c.on_every_site", "cities.is_active as is_city_active"])
    .select([
      "b.id",
      "b.reference",
      "b.hold_expires_at",
      "b.kept_for",
      "b.number_of_people",
      "b.total_price",
      "b.currency",
      "b.test",
      "d.id as departure_id",
      "d.date",
      "d.start_time",
      "d.end_time",
      "d.starts_at",
      "d.ends_at",
      "d.sales_close_at",
      "d.status as departure_status",
      "c.title",
      "c.title_es",
      "c.slug",
      "c.image",
      "c.meeting_place",
      "c.meeting_place_es",
      "cities.meeting_point",
      "cities.meeting_point_es",
      "cities.map_url",
      "cities.name as city",
      "cities.name_es as city_es",
      "cities.time_zone",
    ]);

export type MyRow = Awaited<ReturnType<typeof upcomingOf>>[number];

/** Bookings of unfinished departures, soonest first, cancelled ones last. */
export const upcomingOf = (db: Db, owner: Owner, now: Date, limit: number) =>
  drawer(db, owner, now)
    .where("d.ends_at", ">", now)
    .orderBy(sql`b.status = 'cancelled'`)
    .orderBy("d.starts_at")
    .orderBy("b.id")
    .limit(limit)
    .execute();

/** Bookings of past departures, latest first. */
export const pastOf = (db: Db, owner: Owner, now: Date, { limit, offset }: { limit: number; offset: number }) =>
  drawer(db, owner, now)
    .where("d.ends_at", "<=", now)
    .orderBy("d.starts_at", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
