import { beforeEach, expect, test } from "vitest";
import { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { whyObsolete } from "#src/modules/mail/notifications/rules/failed.ts";
import { failedEmailsOf } from "#src/modules/mail/notifications/queries.server.ts";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { failedEmails, queueAgain } from "#src/modules/mail/notifications/store/failed.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const staff = () => database.ctx({ actor: { kind: "user", role: "manager", userId: null } });
const all = { refused: true };

let auditedBefore = 0;
beforeEach(async () => {
  const { db } = database.services;
  for (const table of ["mail_outage", "emails", "tickets", "bookings"] as const) await db.deleteFrom(table).execute();
  await database.services.pool.query("delete from graphile_worker._private_jobs");
  auditedBefore = (await everAudited()).length; // the log is append-only
});

const AWAY = { attempts: 900, uncounted_tries: 899 };
const REFUSED = { attempts: 6, uncounted_tries: 0 };

/** A guest's confirmation that was given up; its booking is another one each time. */
async function givenUp(over: object, at = NOON): Promise<string> {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx);
  await ctx.db
    .transaction()
    .execute((tx) => ctx.publish(ctx, tx, bookingConfirmed({ bookingId: id, partnerId: null })));
  await ctx.db
    .updateTable("emails")
    .set({ status: "failed", last_error: "550 no such mailbox", created_at: at, ...over })
    .where("booking_id", "=", id)
    .where("kind", "=", "booking_confirmation")
    .execute();
  await ctx.db.deleteFrom("emails").where("status", "!=", "failed").execute();
  await database.services.pool.query("delete from graphile_worker._private_jobs");
  return id;
}
const takesNothing = () =>
  database.services.db
    .insertInto("mail_outage")
    .values({ since: NOON, failed_emails: "{}", probe_at: NOON, last_error: "x" })
    .execute();
const statesOf = async () => {
  const { db } = database.services;
  const rows = await db.selectFrom("emails").select(["booking_id", "status", "last_error", "created_at"]).execute();
  return Object.fromEntries(rows.map(({ booking_id, ...state }) => [booking_id, state]));
};
const everAudited = () =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "subject_id", "changes"])
    .where("action", "=", "emails.sent_again")
    .orderBy("id")
    .execute();
const audited = async () => (await everAudited()).slice(auditedBefore);

test("those that waited in vain go out, what was refused on request, and each arrives once", async () => {
  const [away, refused] = [await givenUp(AWAY, new Date(+NOON - 3 * 86_400_000)), await givenUp(REFUSED)];
  expect(await failedEmailsOf(staff())).toMatchObject({ away: 1, refused: 1, obsolete: {} });
  expect(await resendFailedEmails(staff(), { refused: false })).toEqual({ ok: true, sent: 1, aside: 0, more: false });
  expect(await statesOf()).toMatchObject({
    [away]: { status: "queued", last_error: null, created_at: NOON },
    [refused]: { status: "failed" },
  });
  await database.work();
  expect(await statesOf()).toMatchObject({ [away]: { status: "sent" }, [refused]: { status: "failed" } });
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: 1, aside: 0, more: false });
  await database.work();
  expect(await statesOf()).toMatchObject({ [away]: { status: "sent" }, [refused]: { status: "sent" } });
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: 0, aside: 0, more: false });
  expect(await audited()).toMatchObject([
    { action: "emails.sent_again", subject_id: "away", changes: { sent: { new: 1 } } },
    { action: "emails.sent_again", subject_id: "all", changes: { sent: { new: 1 } } },
  ]);
});

test("a confirmation of a night that is over is set aside, one of a cancelled booking is not sent", async () => {
  const [over, cancelled] = [await givenUp(AWAY), await givenUp(AWAY)];
  const { db } = database.services;
  const ended = { starts_at: new Date(+NOON - 7_200_000), sales_close_at: new Date(+NOON - 7_200_000), ends_at: NOON };
  const night = db.selectFrom("bookings").select("scheduled_crawl_id").where("id", "=", over);
  await db.updateTable("scheduled_crawls").set(ended).where("id", "=", night).execute();
  await db
    .updateTable("bookings")
    .set({ status: "cancelled", cancel_reason: "admin" })
    .where("id", "=", cancelled)
    .execute();
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: 1, aside: 1, more: false });
  await database.work();
  expect(await statesOf()).toMatchObject({
    [over]: { status: "withheld", last_error: "night_over" },
    [cancelled]: { status: "withheld" },
  });
  expect(await failedEmailsOf(staff())).toMatchObject({ since: null });
});

test("what was sent again from its booking is not sent twice", async () => {
  const id = await givenUp(REFUSED);
  const { db, pool } = database.services;
  await pool.query(`insert into emails (dedupe_key, booking_id, kind, recipient, language, payload, status, created_at)
    select 'again', booking_id, kind, recipient, language, payload, 'sent', created_at + interval '1 minute' from emails`);
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: 0, aside: 1, more: false });
  const input = db.selectFrom("emails").select(["status", "last_error"]).where("booking_id", "=", id);
  expect(await input.where("dedupe_key", "!=", "again").execute()).toEqual([
    { status: "withheld", last_error: "is_replaced" },
  ]);
});

test.each([
  [
    "a letter of staff",
    "staff_letter",
    { subject: "Rain", text: "Bring a coat." },
    { subject: "Sun", text: "Wear a hat." },
    null,
  ],
  [
    "the same letter",
    "staff_letter",
    { subject: "Rain", text: "Wet." },
    { text: "Wet.", subject: "Rain" },
    "is_replaced",
  ],
  ["another refund", "refund_sent", { refundId: "1" }, { refundId: "2" }, null],
  ["a confirmation, which says what the booking is now", "booking_confirmation", {}, { change: "date" }, "is_replaced"],
])("a later email of a kind stands in for one that says the same: %s", async (_, kind, before, after, why) => {
  await givenUp({ ...REFUSED, kind, payload: JSON.stringify(before) });
  const { db, pool } = database.services;
  await pool.query(
    `insert into emails (dedupe_key, booking_id, kind, recipient, language, payload, status, created_at)
    select 'again', booking_id, kind, recipient, language, $1, 'sent', created_at + interval '1 minute' from emails`,
    [JSON.stringify(after)],
  );
  const [email] = await failedEmails(db);
  expect(whyObsolete(email!, NOON)).toBe(why);
});

test("of very many some go out at once, those first that waited in vain, and the others when it is asked again", async () => {
  await givenUp(AWAY);
  const { pool } = database.services;
  const MOST = 5000;
  // given up before the others, and refused
  await pool.query(
    `insert into emails (dedupe_key, kind, recipient, language, payload, status, attempts, uncounted_tries, created_at)
      select 'many ' || n, 'account_exists', n || '@guest.test', 'en', '{}', 'failed', 6, 0, $1::timestamptz - interval '1 day'
      from generate_series(1, $2) n`,
    [NOON, MOST],
  );
  expect(await resendFailedEmails(staff(), { refused: false })).toEqual({ ok: true, sent: 1, aside: 0, more: false });
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: MOST, aside: 0, more: true });
  expect(await resendFailedEmails(staff(), all)).toEqual({ ok: true, sent: 0, aside: 0, more: false });
  const { rows } = await pool.query(
    "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'email.send'",
  );
  expect(rows).toEqual([{ n: MOST + 1 }]);
}, 60_000);

test("while an email tries the mail server, and for who may not, nothing is done", async () => {
  const id = await givenUp(AWAY);
  const { db } = database.services;
  await takesNothing();
  await db
    .insertInto("emails")
    .values({ dedupe_key: "tries", kind: "account_verify", recipient: "a@b.test", language: "en", status: "retry" })
    .execute();
  expect(await failedEmailsOf(staff())).toMatchObject({ mailAway: true });
  expect(await resendFailedEmails(staff(), all)).toMatchObject({ reason: "mail_away" });
  await db.deleteFrom("mail_outage").execute();
  expect(await failedEmailsOf(staff())).toMatchObject({ mailAway: false });
  const guide = database.ctx({ actor: { kind: "user", role: "guide" } });
  expect(await resendFailedEmails(guide, all)).toMatchObject({ reason: "forbidden", missing: "emails.change" });
  expect(await failedEmailsOf(guide)).toBeNull();
  expect(await statesOf()).toMatchObject({ [id]: { status: "failed" } });
  expect(await audited()).toEqual([]);
});

test("when all have waited for too long and none is left that tries the mail server, these do", async () => {
  const id = await givenUp(AWAY);
  await takesNothing();
  expect(await failedEmailsOf(staff())).toMatchObject({ mailAway: false });
  expect(await resendFailedEmails(staff(), all)).toMatchObject({ sent: 1 });
  await database.work();
  expect(await statesOf()).toMatchObject({ [id]: { status: "sent" } });
});

test("two who ask at once send each email once", async () => {
  for (const _ of [1, 2, 3]) await givenUp(AWAY);
  const results = await Promise.all([resendFailedEmails(staff(), all), resendFailedEmails(staff(), all)]);
  expect(results.map((result) => (result.ok ? result.sent : -1)).toSorted((a, b) => a - b)).toEqual([0, 3]);
  expect(await audited()).toHaveLength(1);
});

test("without the lock both would send all: the test above can fail", async () => {
  for (const _ of [1, 2, 3]) await givenUp(AWAY);
  const { db } = database.services;
  // both read before either writes, as they may without the lock
  const read = await Promise.all([failedEmails(db), failedEmails(db)]);
  for (const emails of read)
    await queueAgain(
      db,
      emails.map(({ id }) => id),
      NOON,
    );
  expect(read.map((emails) => emails.length)).toEqual([3, 3]);
});
