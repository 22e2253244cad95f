import { beforeEach, expect, test } from "vitest";
import { emailLog, openLoggedEmail, previewLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { retryEmail } from "#src/modules/mail/notifications/retry-email.server.ts";
import { EMAIL_LIST, emailValuesIn } from "#src/modules/mail/notifications/rules/email-log.ts";
import { failedEmail, queueAgain } from "#src/modules/mail/notifications/store/failed.server.ts";
import { writeEmailLog } from "#src/modules/mail/notifications/write-email-log.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const as = (role: string) => database.ctx({ actor: { kind: "user", role, userId: null } });
const staff = () => as("manager");
const GONE = "00000000-0000-4000-8000-000000000000";

let auditedBefore = 0;
beforeEach(async () => {
  const { db, pool } = database.services;
  for (const table of ["mail_outage", "emails", "tickets", "bookings"] as const) await db.deleteFrom(table).execute();
  await pool.query("delete from graphile_worker._private_jobs");
  auditedBefore = (await everAudited()).length; // the log is append-only
});

const everAudited = () =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "subject_type", "subject_id", "changes"])
    .where("action", "=", "email.retried")
    .orderBy("id")
    .execute();
const audited = async () => (await everAudited()).slice(auditedBefore);

let written = 0;
type Over = Partial<{
  kind: string;
  recipient: string;
  language: string;
  status: string;
  subject: string;
  html: string;
  payload: object;
  booking_id: string;
  created_at: Date;
  last_error: string;
  attempts: number;
  captured: boolean;
}>;
/** An email that was sent; returns its id. */
async function email({ payload = {}, ...over }: Over = {}): Promise<string> {
  const { id } = await database.services.db
    .insertInto("emails")
    .values({
      kind: "booking_link",
      dedupe_key: `test.${written++}`,
      language: "en",
      recipient: "ana@guest.test",
      status: "sent",
      created_at: new Date(+NOON - written * 1000),
      payload: JSON.stringify(payload),
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const log = async (query = "", beyond: { older?: string; newer?: string } = {}) => {
  const filter = emailValuesIn(new URLSearchParams([...new URLSearchParams(query), ...Object.entries(beyond)]));
  const snapshot = await emailLog(staff(), filter, filter);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
};
const idsOf = async (query: string) => (await log(query)).emails.map(({ id }) => id);
const opened = async (id: string, role = "manager") => {
  const loggedEmail = await openLoggedEmail(as(role), id);
  if (!loggedEmail.ok) throw new Error(loggedEmail.reason);
  return loggedEmail.email;
};
const stateOf = (id: string) =>
  database.services.db
    .selectFrom("emails")
    .select(["status", "attempts", "last_error", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
const jobs = async () =>
  (await database.services.pool.query("select from graphile_worker.jobs where task_identifier = 'email.send'"))
    .rowCount;
const refusedOnes = { status: "failed", attempts: 6, last_error: "550 5.1.1 no such user" };

test("each filter finds its own, in Mexico City's days", async () => {
  const first = await email();
  const [spanish, waiting, retry] = [
    await email({ language: "es" }),
    await email({ status: "sending" }),
    await email({ status: "retry" }),
  ];
  const failed = await email({ ...refusedOnes, kind: "refund_sent", payload: { refundId: GONE } });
  const withheld = await email({ status: "withheld", last_error: "the booking is cancelled" });
  // one minute before midnight in Mexico City, and at midnight
  const late = await email({ created_at: new Date("2026-11-18T05:59:00Z") });
  const early = await email({ created_at: new Date("2026-11-18T06:00:00Z") });
  expect(await idsOf("lang=es")).toEqual([spanish]);
  expect(await idsOf("status=waiting")).toEqual([waiting]);
  expect(await idsOf("status=retry")).toEqual([retry]);
  expect(await idsOf("status=failed")).toEqual([failed]);
  expect(await idsOf("status=withheld")).toEqual([withheld]);
  expect(await idsOf("kind=refund_sent")).toEqual([failed]);
  expect(await idsOf("from=2026-11-17&to=2026-11-17")).toEqual([late]);
  expect(await idsOf("from=2026-11-18&to=2026-11-18")).toEqual([early]);
  expect(await idsOf("status=sent&lang=en&from=2026-11-19")).toEqual([first]);
  expect(await log("status=failed")).toMatchObject({
    count: { count: 1, exact: true },
    emails: [{ state: "failed", reason: "address_refused" }],
  });
  expect((await log("status=withheld")).emails).toMatchObject([{ reason: "booking_cancelled" }]);
});

test("a search finds addresses by a part, forgives a typo, and knows references", async () => {
  const booking = await bookDeparture(database.ctx());
  const { reference } = await database.services.db
    .selectFrom("bookings")
    .select("reference")
    .where("id", "=", booking)
    .executeTakeFirstOrThrow();
  const [ana, sofia] = [
    await email({ recipient: "Ana@guest.test" }),
    await email({ recipient: "sofia.nunez@guest.test" }),
  ];
  const about = await email({ recipient: "someone@else.test", booking_id: booking });
  expect(await idsOf("q=ana@GUEST")).toEqual([ana]);
  expect(await idsOf("q=nunez")).toEqual([sofia]);
  expect(await idsOf("q=guest.test")).toEqual([ana, sofia]);
  expect(await idsOf("q=100%25_")).toEqual([]);
  expect(await idsOf(`q=${reference.toLowerCase()}`)).toEqual([about]);
  expect(await idsOf(`q=${reference.replace("-", "")}`)).toEqual([about]);
  const misspelt = await log("q=sofai.nunez");
  expect([misspelt.emails, misspelt.near]).toEqual([[], ["sofia.nunez"]]);
});

test("pages continue from the last row, back and forth, and end", async () => {
  const ids: string[] = [];
  // several were written in the same instant
  for (let n = 0; n < 120; n++) ids.push(await email({ created_at: new Date(+NOON - Math.floor(n / 7) * 1000) }));
  const first = await log();
  expect([first.emails.length, first.newer, first.count]).toEqual([50, null, { count: 120, exact: true }]);
  const second = await log("", { older: first.older! });
  const last = await log("", { older: second.older! });
  expect([last.emails.length, last.older]).toEqual([20, null]);
  const view = [first, second, last].flatMap(({ emails }) => emails.map(({ id }) => id));
  expect(view.toSorted()).toEqual(ids.toSorted());
  const back = await log("", { newer: last.newer! });
  expect(back.emails).toEqual(second.emails);
  expect((await log("", { newer: back.newer! })).newer).toBeNull();
  expect((await log("", { older: "nonsense" })).emails).toEqual(first.emails);
});

test("beyond a bound it says that there are more", async () => {
  await database.services.pool.query(
    "insert into emails (kind, dedupe_key, language, recipient) select 'booking_link', 'many.' || n, 'en', 'x@guest.test' from generate_series(1, 1001) n",
  );
  expect((await log()).count).toEqual({ count: 1000, exact: false });
});

test("a private email shows how it fared, and nothing of what it says", async () => {
  const until = "2026-11-21T00:00:00.000Z";
  const code = await email({
    kind: "booking_code",
    subject: "Your code: 123456",
    html: "<p>123456</p>",
    payload: { token: "123456", until },
    captured: true,
  });
  const reset = await email({
    kind: "account_reset",
    status: "queued",
    payload: { userId: GONE, token: "secret", until },
  });
  for (const id of [code, reset]) {
    expect(await previewLoggedEmail(staff(), id)).toMatchObject({ reason: "email_private" });
    const output = JSON.stringify([await opened(id), (await log()).emails]);
    expect(output).not.toMatch(/123456|secret/);
  }
  expect(await opened(code)).toMatchObject({
    subject: null,
    content: "private",
    again: { way: null, why: "asks_anew" },
  });
  const file = await writeEmailLog(staff(), EMAIL_LIST.values());
  if (!file.ok) throw new Error(file.reason);
  const lines = await csvText(file.sheet);
  expect(lines).toContain("ana@guest.test");
  expect(lines).not.toMatch(/123456|secret/);
});

test("an email is shown as it was sent, or as it would be sent now", async () => {
  const sent = await email({ html: "<p>Hello</p>" });
  expect(await previewLoggedEmail(staff(), sent)).toEqual({ ok: true, html: "<p>Hello</p>" });
  const booking = await bookDeparture(database.ctx());
  const waiting = await email({ booking_id: booking, status: "queued" });
  const loggedEmail = await previewLoggedEmail(staff(), waiting);
  expect(loggedEmail.ok && loggedEmail.html).toContain("<html");
  // its reader's data was deleted: there is nothing left to show
  const emptied = await email({ kind: "refund_sent", recipient: "" });
  expect(await previewLoggedEmail(staff(), emptied)).toMatchObject({ reason: "email_untrue" });
  expect(await opened(emptied)).toMatchObject({ content: "emptied", again: { way: null, why: "nobody" } });
  // as is one of a kind that only a newer release knows
  const newer = await email({ kind: "from_the_future" });
  expect(await opened(newer)).toMatchObject({ kind: "from_the_future", content: "emptied" });
});

test("one that was given up is tried again, once, and noted with its booking", async () => {
  const booking = await bookDeparture(database.ctx());
  const id = await email({ ...refusedOnes, booking_id: booking });
  expect(await opened(id)).toMatchObject({ again: { way: "retry" }, answer: "550 5.1.1 no such user", tries: 6 });
  expect(await retryEmail(staff(), { email_id: id })).toEqual({ ok: true, isNew: true });
  expect(await stateOf(id)).toMatchObject({ status: "queued", attempts: 0, last_error: null, created_at: NOON });
  expect(await retryEmail(staff(), { email_id: id })).toEqual({ ok: true, isNew: false });
  expect(await opened(id)).toMatchObject({ again: { way: null, why: "on_its_way" } });
  await database.work();
  expect(await stateOf(id)).toMatchObject({ status: "sent", attempts: 1 });
  expect(await retryEmail(staff(), { email_id: id })).toEqual({ ok: true, isNew: false });
  expect(await audited()).toMatchObject([
    { subject_type: "booking", subject_id: booking, changes: { kind: { old: null, new: "booking_link" } } },
  ]);
});

test("one about no booking can be tried again too", async () => {
  const { db } = database.services;
  const { id: messageId } = await db
    .insertInto("contact_messages")
    .values({
      form_key: "test.1",
      request_hash: "x",
      name: "Ana",
      email: "ana@guest.test",
      subject: "Hello",
      message: "A question about Friday",
      language: "en",
      site_tag: "cdmx",
      created_at: NOON,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = await email({ ...refusedOnes, kind: "message_received", payload: { messageId } });
  expect(await retryEmail(staff(), { email_id: id })).toEqual({ ok: true, isNew: true });
  await database.work();
  expect(await stateOf(id)).toMatchObject({ status: "sent" });
  expect(await audited()).toMatchObject([{ subject_type: "email", subject_id: id }]);
});

test("what is of no use any more says why", async () => {
  const why = async (id: string) => {
    const { again } = await opened(id);
    if (again.way !== null) throw new Error("it can be sent again");
    const result = await retryEmail(staff(), { email_id: id });
    expect(result).toEqual({ ok: false, reason: "email_not_again", why: again.why });
    return again.why;
  };
  const until = "2026-11-21T00:00:00.000Z";
  const booking = await bookDeparture(database.ctx());
  const cancelled = await bookDeparture(database.ctx(), { status: "cancelled", cancel_reason: "admin" });
  const link = { kind: "account_reset", payload: { userId: GONE, token: null, until } };
  expect(await why(await email({ ...refusedOnes, ...link }))).toBe("link_gone");
  expect(await why(await email({ ...refusedOnes, recipient: "", booking_id: booking }))).toBe("nobody");
  expect(await why(await email({ ...refusedOnes, kind: "staff_event_died" }))).toBe("emptied");
  expect(await why(await email({ ...refusedOnes, kind: "booking_confirmation", booking_id: cancelled }))).toBe(
    "untrue",
  );
  const replaced = await email({ ...refusedOnes, booking_id: booking });
  await email({ booking_id: booking, created_at: NOON });
  expect(await why(replaced)).toBe("is_replaced");
  const withheld = await email({ status: "withheld" });
  expect(await retryEmail(staff(), { email_id: withheld })).toMatchObject({ reason: "email_not_again" });
  expect(await audited()).toEqual([]);
});

test("while the mail server takes nothing, it is refused", async () => {
  const id = await email({ ...refusedOnes, booking_id: await bookDeparture(database.ctx()) });
  await email({ status: "retry" });
  await database.services.db
    .insertInto("mail_outage")
    .values({ since: NOON, failed_emails: "{}", probe_at: NOON, last_error: "x" })
    .execute();
  expect(await retryEmail(staff(), { email_id: id })).toMatchObject({ reason: "mail_away" });
  expect(await stateOf(id)).toMatchObject({ status: "failed" });
});

test("two who ask at once queue it once", async () => {
  const id = await email({ ...refusedOnes, booking_id: await bookDeparture(database.ctx()) });
  const results = await Promise.all([retryEmail(staff(), { email_id: id }), retryEmail(staff(), { email_id: id })]);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(results.filter((result) => result.ok && result.isNew)).toHaveLength(1);
  expect(await audited()).toHaveLength(1);
  expect(await jobs()).toBe(1);
});

test("without its condition both would queue it: the test above can fail", async () => {
  const id = await email({ ...refusedOnes, booking_id: await bookDeparture(database.ctx()) });
  const { db } = database.services;
  // both read before either writes
  const read = await Promise.all([failedEmail(db, id), failedEmail(db, id)]);
  expect(read.map((failed) => failed?.id)).toEqual([id, id]);
  const updated = [await queueAgain(db, [id], NOON), await queueAgain(db, [id], NOON)];
  expect(updated.map(([result]) => Number(result!.numUpdatedRows))).toEqual([1, 1]);
});

test("who may not read emails sees none, who may not change them tries none again", async () => {
  const id = await email({ ...refusedOnes, booking_id: await bookDeparture(database.ctx()) });
  const none = EMAIL_LIST.values();
  const unread = { reason: "forbidden", missing: "emails.read" };
  expect(await emailLog(as("guide"), none, { older: null, newer: null })).toMatchObject(unread);
  expect(await openLoggedEmail(as("marketing"), id)).toMatchObject(unread);
  expect(await previewLoggedEmail(as("guide"), id)).toMatchObject(unread);
  expect(await writeEmailLog(as("guide"), none)).toMatchObject(unread);
  expect(await retryEmail(as("support"), { email_id: id })).toMatchObject({ missing: "emails.change" });
  // support may change bookings: their emails are written anew
  expect(await opened(id, "support")).toMatchObject({ again: { way: "new" } });
  const notice = await email({ ...refusedOnes, kind: "staff_event_died", payload: { eventId: GONE } });
  expect(await opened(notice, "support")).toMatchObject({ again: { way: null, why: "not_allowed" } });
  expect(await openLoggedEmail(staff(), GONE)).toMatchObject({ reason: "email_not_found" });
  expect(await retryEmail(staff(), { email_id: "nonsense" })).toMatchObject({ reason: "email_not_found" });
});
