import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Notes that the guest of an unpaid booking asked for one email if it isn't finished. */
export async function insertReminder(db: Db, bookingId: string, { version, at }: { version: string; at: Date }) {
  await sql`insert into checkout_reminders (booking_id, text_version, agreed_at)
    select id, ${version}, ${at}::timestamptz from bookings where id = ${bookingId} and status = 'pending'
    on conflict do nothing`.execute(db);
}

const unfinished = (on: Db | Tx) =>
  on
    .selectFrom("checkout_reminders as r")
    .innerJoin("bookings as b", "b.id", "r.booking_id")
    .where("r.taken_at", "is", null)
    .where("b.email", "<>", "");

/** The bookings whose holds lapsed unpaid after `from`, up to `to`, and whose guests asked for an email then. */
export const lapsedUnfinished = (db: Db, { from, to }: { from: Date; to: Date }) =>
  unfinished(db)
    .select(["b.id", "b.email", "b.language"])
    .where("b.status", "=", "cancelled")
    .where("b.cancel_reason", "=", "expired")
    .where("b.hold_expires_at", ">", from)
    .where("b.hold_expires_at", "<=", to)
    .orderBy("b.hold_expires_at", "desc")
    .execute();

/** How many unpaid bookings wait to be paid, or for that email. */
export const countUnfinished = async (db: Db, from: Date): Promise<number> =>
  (
    await unfinished(db)
      .select((e) => e.fn.countAll<number>().as("n"))
      .where((e) =>
        e.or([
          e("b.status", "=", "pending"),
          e.and([
            e("b.status", "=", "cancelled"),
            e("b.cancel_reason", "=", "expired"),
            e("b.hold_expires_at", ">", from),
          ]),
        ]),
      )
      .executeTakeFirstOrThrow()
  ).n;

/** Takes a booking's wish for one email; false when it was taken before. */
export const takeReminder = async (tx: Tx, bookingId: string, at: Date): Promise<boolean> =>
  (await tx
    .updateTable("checkout_reminders")
    .set({ taken_at: at })
    .where("booking_id", "=", bookingId)
    .where("taken_at", "is", null)
    .returning("booking_id")
    .executeTakeFirst()) !== undefined;

/** Whether money came in for a booking, and whether its guest has booked a night of that date otherwise, or is about to. */
export async function bookedOtherwise(
  db: Db,
  bookingId: string,
  now: Date,
): Promise<{ isPaid: boolean; isBooked: boolean }> {
  const { rows } = await sql<{ isPaid: boolean; isBooked: boolean }>`select
      exists (select from payments p where p.booking_id = b.id and p.status = 'succeeded') as "isPaid",
      exists (select from bookings o join scheduled_crawls n on n.id = o.scheduled_crawl_id
        where (lower(o.email) = lower(b.email) or o.user_id = b.user_id) and o.id <> b.id and n.date = d.date
          and (o.status = 'confirmed' or (o.status = 'pending' and o.hold_expires_at > ${now}))) as "isBooked"
    from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id where b.id = ${bookingId}`.execute(db);
  return rows[0] ?? { isPaid: false, isBooked: false };
}

/** What was agreed to for bookings. For the owner's data export. */
export const remindersOf = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("checkout_reminders")
    .select(["booking_id", "text_version", "agreed_at", "taken_at"])
    .where("booking_id", "in", bookingIds)
    .execute();

export const dropReminders = (tx: Tx, bookingIds: readonly string[]) =>
  tx.deleteFrom("checkout_reminders").where("booking_id", "in", bookingIds).execute();

export const dropRemindersBefore = (db: Db, before: Date) =>
  db.deleteFrom("checkout_reminders").where("agreed_at", "<", before).execute();
