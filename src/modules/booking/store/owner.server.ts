import { sql } from "kysely";
import type { BookingStatus } from "#src/modules/booking/rules/states.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Whose bookings: those of an account, and those made without one for its address (null where that isn't known to be theirs). */
export type Owner = { userId: string; email: string | null };

/**
 * The bookings (as `b`) of an owner: the same decision as `mayOpen` takes for one of them. Both halves have an index
 * (bookings_by_user, bookings_by_email).
 */
export const ownedBy = ({ userId, email }: Owner) =>
  sql<boolean>`(b.user_id = ${userId} or (b.user_id is null and lower(b.email) = ${email?.toLowerCase() ?? null}))`;

/** All bookings of an owner with their departures, the next departure first. */
export const bookingsOfOwner = (db: Db | Tx, owner: Owner) =>
  db
    .selectFrom("bookings as b")
    .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
    .innerJoin("pub_crawls as c", "c.id", "b.crawl_id")
    .selectAll("b")
    .select(sql<BookingStatus>`b.status`.as("status"))
    .select(["d.date", "d.start_time", "d.end_time", "d.ends_at", "c.title", "c.title_es"])
    .where(ownedBy(owner))
    .orderBy("d.starts_at", "desc")
    .orderBy("b.id")
    .execute();

/** Takes out of bookings who made them and who came. What was sold, paid and when stays, as the tax office wants it. */
export async function forgetPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable("booking_changes").set({ names: [] }).where("booking_id", "in", ids).execute();
  await tx
    .updateTable("bookings")
    .set({
      first_name: "",
      last_name: "",
      email: "",
      phone: "",
      additional_names: [],
      special_requests: "",
      browser: null,
      user_id: null,
    })
    .where("id", "in", ids)
    .execute();
}
