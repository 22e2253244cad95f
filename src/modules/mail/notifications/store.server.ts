import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { PRIORITY } from "#src/kernel/job-order.ts";
import { isCash, isPaidBefore } from "#src/kernel/pay-method.ts";
import { FOR_NOW } from "#src/modules/mail/notifications/rules/delivery.ts";
import { PLACES } from "#src/modules/mail/notifications/rules/urgency.ts";
import { kindsOf, kindsWhere } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Owner } from "#src/modules/mail/notifications/kinds/kind.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeNow, writeOf } from "#src/platform/gather-writes.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

export type EmailRow = Selectable<Tables["emails"]>;

const priority = sql`case ${sql.join(
  PLACES.map((place) => sql`when kind = any(${place.kinds}::text[]) then ${sql.lit(place.priority)}`),
  sql` `,
)} else ${sql.lit(PRIORITY.soon)} end`;
const sending = (runAt: Date | null) => sql`graphile_worker.add_job('email.send', json_build_object('id', id),
  job_key := 'email:' || id, run_at := ${runAt}::timestamptz, priority := ${priority})`;

export type NewEmail = Pick<EmailRow, "kind" | "dedupe_key" | "language" | "recipient" | "booking_id"> & {
  payload: string;
};

// what was only withheld for now is what `anew` makes of it
const EMAIL = writeOf({
  queued: `insert into emails (kind, dedupe_key, language, recipient, booking_id, payload) values ($1, $2, $3, $4, $5, $6)
    on conflict (dedupe_key) do update set status = 'queued', attempts = 0, uncounted_tries = 0, next_try_at = null, last_error = null,
      handed_at = null, refused_at = null, created_at = $7, recipient = excluded.recipient, language = excluded.language
    where emails.status = 'withheld' and emails.last_error = any($8::text[]) returning id`,
  sending: `select graphile_worker.add_job('email.send', json_build_object('id', id), job_key := 'email:' || id, priority := $9::integer)
    from {queued}`,
  written: "select id from {queued}",
});

const emailValues = (row: NewEmail, now: Date) => {
  const { kind, dedupe_key, language, recipient, booking_id, payload } = row;
  const place = PLACES.find(({ kinds }) => kinds.includes(kind))?.priority ?? PRIORITY.soon;
  return [kind, dedupe_key, language, recipient, booking_id, payload, now, FOR_NOW, place];
};

/**
 * Adds an email together with the job that sends it, unless one with its dedupe key exists. One that was only withheld for now
 * (`FOR_NOW`) is queued again. Returns whether there is something to send.
 */
export const insertEmail = async (tx: Tx, row: NewEmail, now: Date): Promise<boolean> =>
  (await writeNow(tx, EMAIL, emailValues(row, now))).length > 0;

/** The same with the other writes of the transaction, for whoever doesn't ask whether it is new. */
export const insertEmailLater = (tx: Tx, row: NewEmail, now: Date) => writeLater(tx, EMAIL, emailValues(row, now));

/** What an email is that is tried with all its tries and all its time, as if it was written now. */
export const anew = (now: Date) =>
  ({
    status: "queued",
    attempts: 0,
    uncounted_tries: 0,
    next_try_at: null,
    last_error: null,
    handed_at: null,
    refused_at: null,
    created_at: now,
  }) as const;

/** Adds the jobs that send emails, now or at an instant, the oldest email first. Replaces those that wait. */
export async function addSending(on: Db | Tx, ids: readonly string[], runAt: Date | null = null): Promise<void> {
  if (ids.length === 0) return;
  await sql`select count(${sending(runAt)}) from (
    select id, kind from emails where id = any(${ids}::uuid[]) order by created_at, id) as email`.execute(on);
}

/** A booking's email address, language and version; undefined when there is no such booking. */
export const guestAddress = (tx: Tx, bookingId: string) =>
  tx
    .selectFrom("booking_facts")
    .select(["email", "language", "version"])
    .where("id", "=", bookingId)
    .executeTakeFirst();

/**
 * A booking's address and language, whether it is confirmed, and which addresses (lower case) have had an email about it; undefined
 * when there is no such booking.
 */
export async function confirmableBooking(tx: Tx, bookingId: string) {
  const row = await tx
    .selectFrom("booking_facts")
    .select(["email", "language", "status"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { status, ...booking } = row;
  return { ...booking, isConfirmed: status === "confirmed" };
}

/**
 * Readdresses what was not delivered at a booking's old address; returns the ids to send now. What stands in for the tickets and the
 * link is written anew, and what asks about an address is for that one alone: neither is moved, and the failed ones of them are over.
 */
export async function moveUnsent(
  tx: Tx,
  { bookingId, from, to, now }: { bookingId: string; from: string; to: string; now: Date },
): Promise<string[]> {
  const unsent = tx
    .updateTable("emails")
    .where("booking_id", "=", bookingId)
    .where(sql<boolean>`lower(recipient) = ${from.toLowerCase()}`)
    .where("status", "in", ["queued", "retry", "failed"]);
  await unsent
    .set({ status: "withheld", last_error: "the address is changed already", next_try_at: null })
    .where("kind", "in", NOT_MOVED)
    .execute();
  const moved = await unsent
    .set({ ...anew(now), recipient: to })
    .where("kind", "not in", NOT_MOVED)
    .where("kind", "not like", "staff_%")
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}
const NOT_MOVED = kindsWhere((one) => one.staysAtAddress);

/** Ids of a departure's confirmed bookings. */
export const confirmedOf = async (tx: Tx, departureId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom("booking_facts")
    .select("id")
    .where("scheduled_crawl_id", "=", departureId)
    .where("status", "=", "confirmed")
    .execute();
  return rows.map(({ id }) => id);
};

/** Whether a booking's seats were held until after an instant. */
export const wasHeld = async (tx: Tx, bookingId: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom("booking_facts")
    .select("id")
    .where("id", "=", bookingId)
    .where("hold_expires_at", ">", now)
    .executeTakeFirst()) !== undefined;

/** The operator's note to guests of a cancelled departure; empty texts where there is none. */
export async function noteOfEnd(db: Db, bookingId: string): Promise<{ en: string; es: string }> {
  const row = await db
    .selectFrom("booking_facts as b")
    .innerJoin("departure_cancellations as x", "x.departure_id", "b.scheduled_crawl_id")
    .select(["x.note_en", "x.note_es"])
    .where("b.id", "=", bookingId)
    .where("b.cancel_reason", "=", "departure_cancelled")
    .executeTakeFirst();
  return { en: row?.note_en ?? "", es: row?.note_es ?? "" };
}

/** A partner's desk, and since when it is locked; null where it isn't. */
export const deskById = (db: Db, id: string) =>
  db
    .selectFrom("desk_devices as d")
    .innerJoin("partners as p", "p.id", "d.partner_id")
    .select(["d.name", "d.locked_at", "d.revoked_at", "p.name as partner"])
    .where("d.id", "=", id)
    .executeTakeFirst();

/** A counted till that waits for a person to take it over; undefined once it doesn't, or was counted anew. */
export const tillToTake = (db: Db, { tillId, userId, round }: { tillId: string; userId: string; round: number }) =>
  db
    .selectFrom("tills as t")
    .innerJoin("cities as c", "c.id", "t.city_id")
    .leftJoin("user as u", "u.id", "t.counter_id")
    .select(["t.night", "t.test", "c.name as city", "c.name_es as city_es"])
    .select(sql<string>`coalesce(trim(u.name), '')`.as("by"))
    .where("t.id", "=", tillId)
    .where("t.taker_id", "=", userId)
    .where("t.round", "=", round)
    .where("t.state", "=", "counted")
    .executeTakeFirst();

export const emailById = (db: Db, id: string) =>
  db.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Claims a queued email for sending; undefined when another worker has it (unless `again`: that one is dead), when it was handed
 * over, or when it is done.
 */
export const claimEmail = (db: Db, id: string, now: Date, again: boolean) =>
  db
    .updateTable("emails")
    .set((e) => ({ status: "sending", sending_since: now, handed_at: null, attempts: e("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("status", "in", again ? ["queued", "retry", "sending"] : ["queued", "retry"])
    .where((e) => e.or([e("status", "<>", "sending"), e("handed_at", "is", null)]))
    .returningAll()
    .executeTakeFirst();

type Outcome = Partial<
  Pick<
    EmailRow,
    | "captured"
    | "subject"
    | "html"
    | "text"
    | "raw"
    | "last_error"
    | "refused_at"
    | "next_try_at"
    | "sent_at"
    | "uncounted_tries"
    | "template_version"
  >
> & { status: "sent" | "retry" | "failed" | "withheld"; payload?: string };

/** The email as it is handed over: its texts, without what opens something. */
type Handed = Partial<Pick<EmailRow, "subject" | "html" | "text" | "template_version">>;

/** Notes that an attempt hands the email over now. Throws when the attempt isn't the email's any more. */
export async function noteHandOver(db: Db, { id, attempts }: EmailRow, texts: Handed): Promise<void> {
  const noted = await db
    .updateTable("emails")
    .set({ ...texts, handed_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("status", "=", "sending")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  if (!noted) throw new Error("another attempt has the email");
}

/** Emails whose attempt was broken off after they were handed over: since before an instant, or one of them. */
export const brokenOff = (on: Db | Tx, which: { before: Date } | { id: string }) =>
  on
    .selectFrom("emails")
    .select(["id", "attempts", "payload", "handed_at"])
    .where("status", "=", "sending")
    .where("handed_at", "is not", null)
    .where((e) => ("id" in which ? e("id", "=", which.id) : e("sending_since", "<", which.before)))
    .execute();

/**
 * Records how an attempt ended, unless the email was requeued meanwhile: then the next attempt owns it. Returns whether it was
 * recorded.
 */
export async function endTry(
  db: Db | Tx,
  { id, attempts }: Pick<EmailRow, "id" | "attempts">,
  outcome: Outcome,
): Promise<boolean> {
  const row = await db
    .updateTable("emails")
    .set({ ...outcome, sending_since: null, handed_at: null })
    .where("id", "=", id)
    .where("status", "=", "sending")
    .where("attempts", "=", attempts)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Requeues emails whose worker has died, or marks them failed after the last attempt. */
export const requeueStuck = (tx: Tx, before: Date, maxTries: number) =>
  tx
    .updateTable("emails")
    .set((e) => ({
      status: e
        .case()
        .when(e("attempts", "-", e.ref("uncounted_tries")), ">=", maxTries)
        .then("failed")
        .else("retry")
        .end(),
      last_error: "interrupted while sending",
      sending_since: null,
    }))
    .where("status", "=", "sending")
    .where("sending_since", "<", before)
    .where("handed_at", "is", null)
    .returning(["id", "status"])
    .execute();

/** Emails that should have been claimed long ago. */
export const overdueEmails = (tx: Tx, before: Date) =>
  tx
    .selectFrom("emails")
    .select("id")
    .where((e) =>
      e.or([
        e.and([e("status", "=", "queued"), e("created_at", "<", before)]),
        e.and([e("status", "=", "retry"), e("next_try_at", "<", before)]),
      ]),
    )
    .orderBy("created_at")
    .limit(200)
    .execute();

export type MoneyAbout = Awaited<ReturnType<typeof moneyOf>>;

/** The money an email is about, with the booking's refunds. */
export async function moneyOf(db: Db, bookingId: string, ids: { paymentId?: string; refundId?: string }) {
  const rows = await db.selectFrom("refunds").selectAll().where("purchase_id", "=", bookingId).execute();
  const payments = await db.selectFrom("payments").selectAll().where("purchase_id", "=", bookingId).execute();
  const refunds = rows.map((row) => {
    const { method, dispute_state: dispute } = payments.find(({ id }) => id === row.payment_id)!;
    return { ...row, method, waits_for_bank: dispute === "open" };
  });
  return {
    /** with how the payment was made, and whether a bank decides first */
    refunds,
    disputeLost: payments.some((p) => p.dispute_state === "lost"),
    /** whether a reseller was paid, by its guest */
    isResold: payments.some(({ method }) => method === "reseller"),
    payment: payments.find((p) => p.id === ids.paymentId),
    refund: refunds.find(({ id }) => id === ids.refundId),
  };
}

/**
 * Whether the email of a cancellation or of a change has told what comes back by a refund that was asked for since then. Cash is told
 * apart, as is what another system took: it comes by hand. What a reseller was paid is its guest's affair with it.
 */
export async function isRefundTold(tx: Tx, refundId: string, since: Date): Promise<boolean> {
  const refund = await tx
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("booking_facts as b", "b.id", "r.purchase_id")
    .select(["r.idempotency_key", "r.reason", "r.created_at", "p.method", "b.confirmed_at"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.method === "reseller") return true;
  if (!refund || refund.confirmed_at === null || isCash(refund.method) || isPaidBefore(refund.method)) return false;
  const byPeople = refund.reason === "customer" || refund.reason === "admin";
  return byPeople && /^(cancelled|change):/.test(refund.idempotency_key) && refund.created_at > since;
}

/** Languages of the accounts with these staff addresses. */
export const languagesOf = (db: Db | Tx, emails: readonly string[]) =>
  db
    .selectFrom("user as u")
    .innerJoin("profiles as p", "p.id", "u.id")
    .select((e) => [e.fn<string>("lower", ["u.email"]).as("email"), "p.language"])
    .where("u.email_verified", "=", true)
    .where((e) => e(e.fn("lower", ["u.email"]), "in", emails))
    .execute();

const SHOWN = ["id", "kind", "recipient", "subject", "status", "language", "created_at", "sent_at"] as const;

export const latestEmails = (db: Db) =>
  db
    .selectFrom("emails")
    .select([...SHOWN, "captured", "last_error", "attempts"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();

/** A booking's email to its guest; emails to staff don't count. */
export const guestEmail = (db: Db | Tx, bookingId: string, id: string) =>
  db
    .selectFrom("emails")
    .selectAll()
    .where("id", "=", id)
    .where("booking_id", "=", bookingId)
    .where((e) => e.or([e("kind", "not like", "staff_%"), e("kind", "=", "staff_letter")]))
    .executeTakeFirst();

export const countConfirmations = async (tx: Tx, bookingId: string): Promise<number> =>
  (
    await tx
      .selectFrom("emails")
      .select("id")
      .where("booking_id", "=", bookingId)
      .where("kind", "=", "booking_confirmation")
      .execute()
  ).length;

export const confirmationOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("emails")
    .select(["status", "captured"])
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "booking_confirmation")
    .orderBy("created_at", "desc")
    .executeTakeFirst();

/** Whose emails: by account and address (null: by neither), and by subject. */
export type Reader = {
  userId: string | null;
  email: string | null;
  bookingIds: readonly string[];
  messageIds: readonly string[];
};

/** Each part by its index: an account's and a message's emails are few kinds, which the log's index by kind finds. */
const about =
  ({ userId, email, bookingIds, messageIds }: Reader) =>
  (e: ExpressionBuilder<Tables, "emails">) => {
    const named = (owner: Owner, id: RawBuilder<string>, ids: readonly string[]) =>
      sql<boolean>`(kind = any(${kindsOf(owner)}::text[]) and ${id} = any(${ids}::text[]))`;
    return e.or([
      ...(userId === null ? [] : [named("account", sql`payload ->> 'userId'`, [userId])]),
      ...(messageIds.length === 0 ? [] : [named("message", sql`payload ->> 'messageId'`, messageIds)]),
      ...(bookingIds.length === 0 ? [] : [sql<boolean>`booking_id = any(${bookingIds}::uuid[])`]),
      ...(email === null ? [] : [e(e.fn("lower", ["recipient"]), "=", email.toLowerCase())]),
    ]);
  };

/** When which email was sent to a person. Its content is in their mailbox; emails to staff aren't theirs. */
export const emailsTo = (db: Db, reader: Reader) =>
  db
    .selectFrom("emails")
    .select(["kind", "recipient", "subject", "language", "status", "booking_id", "created_at", "sent_at"])
    .where(about(reader))
    .where((e) => e.or([e("kind", "not like", "staff_%"), e("kind", "=", "staff_letter")]))
    .orderBy("created_at")
    .execute();

/** What is left of an email when its reader is forgotten: that it was sent, and when. */
const emptied = {
  payload: "{}",
  subject: null,
  html: null,
  text: null,
  raw: null,
  last_error: null,
  next_try_at: null,
  sending_since: null,
  handed_at: null,
};

/** Empties all emails about a person, including those to staff; unsent ones are withheld. */
export const forgetEmails = (tx: Tx, reader: Reader) => {
  const { email } = reader;
  // staff stay the readers of what was written to them, unless they are the person
  const isStaffs = sql<boolean>`(kind like 'staff\\_%' and kind <> 'staff_letter'
    and lower(recipient) is distinct from ${email === null ? null : email.toLowerCase()})`;
  return tx
    .updateTable("emails")
    .set((e) => ({
      ...emptied,
      recipient: e.case().when(isStaffs).then(e.ref("recipient")).else("").end(),
      // its key may hold the address, or its hash
      dedupe_key: e
        .case()
        .when(sql<boolean>`not ${isStaffs} and ${keyTellsReader}`)
        .then(sql<string>`'forgotten.' || id`)
        .else(e.ref("dedupe_key"))
        .end(),
      status: e.case().when("status", "in", ["sent", "failed"]).then(e.ref("status")).else("withheld").end(),
    }))
    .where(about(reader))
    .execute();
};

/** Kinds whose keys say to whom they went. */
const keyTellsReader = sql`(kind like 'staff\\_%' or kind = any(${kindsWhere((one) => one.keyTellsReader)}::text[]))`;

/** Nothing of it is still to be sent. */
const isOver = sql`status in ('sent', 'failed', 'withheld')`;

type Place = { created_at: Date; id: string };
const beyond = (after: Place | null) =>
  after === null ? sql`true` : sql`(created_at, id) > (${after.created_at}, ${after.id}::uuid)`;

/** Goes through the emails of before an instant that are `there`, oldest first, and sets what is to be left of them. */
const emptyEmails = (db: Db, before: Date, { there, set }: { there: RawBuilder<unknown>; set: RawBuilder<unknown> }) =>
  inPortions(async (after: Place | null) => {
    const { rows } = await sql<Place>`with old as (
        select id from emails where created_at < ${before} and ${beyond(after)} and ${isOver} and ${there}
        order by created_at, id limit ${PORTION}),
      done as (update emails set ${set} from old where emails.id = old.id and ${isOver} returning emails.created_at, emails.id)
      select created_at, id from done order by created_at, id`.execute(db);
    return rows;
  });

/** What was typed for one email, by whoever wrote it. */
const TYPED = ["subject", "text", "texts", "written", "newEmail"];

/** Empties what was written in the emails of before an instant; that they were sent, to whom and about what stays. */
export const emptyBodiesBefore = (db: Db, before: Date): Promise<void> =>
  emptyEmails(db, before, {
    there: sql`(num_nonnulls(subject, html, text, raw) > 0 or payload ?| ${TYPED}::text[])`,
    set: sql`subject = null, html = null, text = null, raw = null, payload = payload - ${TYPED}::text[]`,
  });

/** Empties to whom emails of before an instant went, unless they were a guest's about their booking: those go with it. */
export const emptyRecipientsBefore = (db: Db, before: Date): Promise<void> =>
  emptyEmails(db, before, {
    there: sql`recipient <> '' and (booking_id is null or (kind like 'staff\\_%' and kind <> 'staff_letter'))`,
    set: sql`recipient = '', dedupe_key = 'forgotten.' || emails.id, payload = '{}', subject = null, html = null, text = null,
      raw = null, last_error = null`,
  });

/** How many of some bookings an email was queued for, whatever became of it. */
export async function countWrittenTo(db: Db | Tx, bookingIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct booking_id)::int as count from emails
    where booking_id = any(${[...bookingIds]}::uuid[])`.execute(db);
  return rows[0]!.count;
}
