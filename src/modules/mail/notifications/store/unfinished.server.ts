import { sql } from "kysely";
import { FOR_NOW } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { Lapsed } from "#src/modules/mail/notifications/rules/unfinished.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** Notes that the guest of an unpaid booking asked for one email if it isn't finished. */
export async function insertReminder(db: Db, bookingId: string, { version, at }: { version: string; at: Date }) {
  await sql`insert into checkout_reminders (booking_id, text_version, agreed_at)
    select id, ${version}, ${at}::timestamptz from bookings where id = ${bookingId} and status = 'pending'
    on conflict do nothing`.execute(db);
}

/** Whether a booking has such a wish. */
export const isWished = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom("checkout_reminders")
    .select("booking_id")
    .where("booking_id", "=", bookingId)
    .executeTakeFirst()) !== undefined;

/** Whether the wish `r` waits: it led to no email, or to one that is withheld only for now. */
const waits = sql<boolean>`(r.taken_at is null or exists (select from emails m where m.booking_id = r.booking_id
  and m.kind = 'checkout_unfinished' and m.status = 'withheld' and m.last_error = any(${[...FOR_NOW]}::text[])))`;

/** Forgets a wish that still waits. */
export const dropReminder = (db: Db, bookingId: string) =>
  db.deleteFrom("checkout_reminders as r").where("r.booking_id", "=", bookingId).where(waits).execute();

const unfinished = (on: Db | Tx, { agreedAfter }: Lapsed) =>
  on
    .selectFrom("checkout_reminders as r")
    .innerJoin("booking_facts as b", "b.id", "r.booking_id")
    .where("r.agreed_at", ">", agreedAfter)
    .where(waits)
    .where("b.email", "<>", "");

/** The bookings whose holds lapsed unpaid after `from`, up to `to`, and whose guests asked for an email then. */
export const lapsedUnfinished = (db: Db, lapsed: Lapsed) =>
  unfinished(db, lapsed)
    .select(["b.id", "b.email", "b.language"])
    .where("b.status", "=", "cancelled")
    .where("b.cancel_reason", "=", "expired")
    .where("b.hold_expires_at", ">", lapsed.from)
    .where("b.hold_expires_at", "<=", lapsed.to)
    .orderBy("b.hold_expires_at", "desc")
    .execute();

/** How many unpaid bookings wait to be paid, or for that email. */
export const countUnfinished = async (db: Db, lapsed: Lapsed): Promise<number> =>
  (
    await unfinished(db, lapsed)
      .select((e) => e.fn.countAll<number>().as("n"))
      .where((e) =>
        e.or([
          e("b.status", "=", "pending"),
          e.and([
            e("b.status", "=", "cancelled"),
            e("b.cancel_reason", "=", "expired"),
            e("b.hold_expires_at", ">", lapsed.from),
          ]),
        ]),
      )
      .executeTakeFirstOrThrow()
  ).n;

/** Takes a booking's wish for one email; false when it was taken before. */
export const takeReminder = async (tx: Tx, bookingId: string, at: Date): Promise<boolean> =>
  (await tx
    .updateTable("checkout_reminders as r")
    .set({ taken_at: at })
    .where("r.booking_id", "=", bookingId)
    .where(waits)
    .returning("r.booking_id")
    .executeTakeFirst()) !== undefined;

/** The key of a booking's email: one for each, findable by its mailbox. */
export const unfinishedKey = (mailbox: string, bookingId: string): string => `${keysOf(mailbox)}${bookingId}`;
const keysOf = (mailbox: string) => `unfinished.${mailbox}.`;

/**
 * Whether a mailbox, by its hash, got or will get such an email after an instant, or ever one about this booking's night. Emails
 * about this booking don't count. Who asks for the same mailbox at the same time waits until the transaction has ended.
 */
export async function isWrittenTo(
  tx: Tx,
  { mailbox, bookingId, since }: { mailbox: string; bookingId: string; since: Date },
): Promise<boolean> {
  const keys = keysOf(mailbox);
  await sql`select pg_advisory_xact_lock(hashtextextended(${keys}, 0))`.execute(tx);
  const written = sql`m.kind = 'checkout_unfinished' and m.status <> 'withheld' and m.booking_id <> ${bookingId}::uuid
    and starts_with(m.dedupe_key, ${keys})`;
  const { rows } = await sql<{ is: boolean }>`select
    exists (select from emails m where m.created_at > ${since} and ${written})
    or exists (select from booking_facts b join booking_facts o on o.scheduled_crawl_id = b.scheduled_crawl_id
      join emails m on m.booking_id = o.id where b.id = ${bookingId} and ${written}) as is`.execute(tx);
  return rows[0]!.is;
}

type Otherwise = { isPaid: boolean; isBooked: boolean; isHeld: boolean };

/** Whether money came in for a booking, and whether its guest has booked a night of that date otherwise, or is about to. */
export async function bookedOtherwise(db: Db, bookingId: string, now: Date): Promise<Otherwise> {
  const other = sql`select from booking_facts o
    where (lower(o.email) = lower(b.email) or o.user_id = b.user_id) and o.id <> b.id and o.date = b.date`;
  const { rows } = await sql<Otherwise>`select
      exists (select from payments p where p.purchase_id = b.id and p.status = 'succeeded') as "isPaid",
      exists (${other} and o.status = 'confirmed') as "isBooked",
      exists (${other} and o.status = 'pending' and o.hold_expires_at > ${now}) as "isHeld"
    from booking_facts b where b.id = ${bookingId}`.execute(db);
  return rows[0] ?? { isPaid: false, isBooked: false, isHeld: false };
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

/** Deletes what was agreed to before an instant. */
export const dropRemindersBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from checkout_reminders where booking_id in (
      select booking_id from checkout_reminders where agreed_at < ${before} limit ${PORTION}) returning booking_id`.execute(
      db,
    );
    return rows;
  });
