import { sql } from "kysely";
import type { BookingStatus } from "#src/modules/sales/booking/rules/states.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** An owner of bookings: the account's, and those made without one for its email address (null unless verified). */
export type Owner = { userId: string; email: string | null };

/**
 * The bookings (as `b`) of an owner: the set version of `mayOpen`. Both halves are indexed (bookings_by_user, bookings_by_email).
 */
export const ownedBy = ({ userId, email }: Owner) =>
  sql<boolean>`(b.user_id = ${userId} or (b.user_id is null and lower(b.email) = ${email?.toLowerCase() ?? null}))`;

/** All bookings of an owner with their departures, soonest departure first. */
export const bookingsOfOwner = (db: Db | Tx, owner: Owner) =>
  db
    .selectFrom("bookings as b")
    // the row is handed out as it is stored, so its own table is read, not the view
    .innerJoin("booking_facts as f", "f.id", "b.id")
    .leftJoin("partners", "partners.id", "b.partner_id")
    .selectAll("b")
    .select("partners.name as partner_name")
    .select(sql<BookingStatus>`b.status`.as("status"))
    .select(["f.date", "f.start_time", "f.end_time", "f.ends_at", "f.title", "f.title_es"])
    .where(ownedBy(owner))
    .orderBy("f.starts_at", "desc")
    .orderBy("b.id")
    .execute();

/** Who made the newest booking of an account, or of a browser without one. Nobody who has been forgotten. */
export const newestGuest = (db: Db | Tx, { userId, browser }: { userId: string | null; browser: string | null }) =>
  db
    .selectFrom("bookings")
    .select(["first_name", "last_name", "email", "phone", "country"])
    .where((at) =>
      userId === null ? at.and([at("browser", "=", browser), at("user_id", "is", null)]) : at("user_id", "=", userId),
    )
    .where("email", "<>", "")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Removes who booked and who came. What was sold and paid, and when, is kept for the tax office. */
export async function forgetPeople(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
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
      held_network: null,
      held_home: null,
      held_email: null,
      held_phone: null,
      held_domain: null,
      user_id: null,
      forgotten_at: now,
      // in what somebody is like the partner is needed until it is decided whether they are
      partner_doubts: sql`case when partner_verdict is null then partner_doubts end`,
    })
    .where("id", "in", ids)
    .execute();
}

/** Of whom something is left: whoever was entered again since has to be forgotten again. */
const isKnown = sql`(b.forgotten_at is null or (b.first_name, b.last_name, b.email, b.phone) <> ('', '', '', ''))`;

/** Bookings whose people are due to be forgotten: all whose night ended before an instant, or those never confirmed whose hold did. */
const DUE = {
  bookings: (before: Date) => sql`b.scheduled_crawl_id in (select id from night_facts where ends_at < ${before})`,
  unfinished: (before: Date) => sql`b.status = 'cancelled' and b.confirmed_at is null and b.hold_expires_at < ${before}
    and coalesce(b.cancelled_at, b.created_at) < ${before}`,
} as const;

/** The ids, in their order, of a portion of bookings that are due, after one; they are locked. One that somebody works on waits. */
export async function bookingsToForget(
  tx: Tx,
  kind: keyof typeof DUE,
  { before, after, limit }: { before: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select b.id from bookings b
    where ${DUE[kind](before)} and ${isKnown} and (${after}::uuid is null or b.id > ${after}::uuid)
    order by b.id limit ${limit} for update of b skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
