import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailBookings } from "#src/modules/office/booking-admin/email-bookings.server.ts";
import { previewBulkEmail } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { testLetter } from "#src/modules/office/booking-admin/test-letter.server.ts";
import { addAccount } from "#tests/signed-in.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const staff = (role = "support") => database.ctx({ actor: { kind: "user", role } });
const bulkEmail = (key = randomUUID()) => ({
  key,
  subject_en: "We start at nine",
  text_en: "Hello!\n\nTonight we start at nine.",
  subject_es: "Empezamos a las nueve",
  text_es: "¡Hola!\n\nHoy empezamos a las nueve.",
});
const book = (over: Parameters<typeof bookDeparture>[1] = {}) =>
  bookDeparture({ db: database.services.db, now: NOON }, over);
const emails = (ids: string[]) =>
  database.services.db
    .selectFrom("emails")
    .select(["booking_id", "language", "recipient", "payload", "kind"])
    .where("booking_id", "in", ids)
    .orderBy("language")
    .execute();

test("each booking's guest is written to once, in the booking's language", async () => {
  const ids = [await book({ email: "en@guest.test" }), await book({ email: "es@guest.test", language: "es" })];
  const gone = await book({ email: "" });
  const chosen = { ids: [...ids, gone] };
  expect(await previewBulkEmail(staff(), chosen)).toEqual({
    ok: true,
    recipients: { en: 1, es: 1, unreachable: 1, people: 2 },
  });
  const posted = bulkEmail();
  expect(await emailBookings(staff(), { chosen, bulkEmail: posted, foreseen: 2 })).toEqual({ ok: true, sent: 2 });
  expect(await emails(chosen.ids)).toEqual([
    {
      booking_id: ids[0],
      language: "en",
      recipient: "en@guest.test",
      kind: "staff_letter",
      payload: { subject: posted.subject_en, text: posted.text_en },
    },
    {
      booking_id: ids[1],
      language: "es",
      recipient: "es@guest.test",
      kind: "staff_letter",
      payload: { subject: posted.subject_es, text: posted.text_es },
    },
  ]);
});

test("the email looks like every email of the site, with what staff wrote in it", async () => {
  const id = await book({ language: "es" });
  await emailBookings(staff(), { chosen: { ids: [id] }, bulkEmail: bulkEmail(), foreseen: 1 });
  await database.work();
  const sent = await database.services.db
    .selectFrom("emails")
    .select(["status", "subject", "html"])
    .where("booking_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(sent).toMatchObject({ status: "sent", subject: "Empezamos a las nueve" });
  expect(sent.html).toContain("Hoy empezamos a las nueve.");
  expect(sent.html).toContain("Ver tu reserva");
});

test("the same email posted again, even at once, is sent once and leaves one line in the log", async () => {
  const ids = [await book(), await book()];
  const sending = { chosen: { ids }, bulkEmail: bulkEmail(), foreseen: 2 };
  const answers = await Promise.all([1, 2, 3].map(() => emailBookings(staff(), sending)));
  expect(answers).toEqual([1, 2, 3].map(() => ({ ok: true, sent: 2 })));
  expect(await emails(ids)).toHaveLength(2);
  const log = await database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", sending.bulkEmail.key)
    .execute();
  expect(log).toEqual([
    {
      action: "bookings.mailed",
      changes: { sent: { old: null, new: 2 } },
    },
  ]);
  const another = { ...sending, bulkEmail: { ...sending.bulkEmail, text_en: "Something else" } };
  expect(await emailBookings(staff(), another)).toEqual({ ok: false, reason: "idempotency_conflict" });
});

test("a letter to a night reaches who is booked onto it when it is sent, and nobody who has left by then", async () => {
  const { db } = database.services;
  const [stays, moves, cancels, elsewhere] = [await book(), await book(), await book(), await book()];
  const { scheduled_crawl_id: night, crawl_id } = await db
    .selectFrom("bookings")
    .select(["scheduled_crawl_id", "crawl_id"])
    .where("id", "=", stays)
    .executeTakeFirstOrThrow();
  const change = (id: string, to: object) => db.updateTable("bookings").set(to).where("id", "=", id).execute();
  const { scheduled_crawl_id: other, crawl_id: otherCrawl } = await db
    .selectFrom("bookings")
    .select(["scheduled_crawl_id", "crawl_id"])
    .where("id", "=", elsewhere)
    .executeTakeFirstOrThrow();
  for (const id of [moves, cancels]) await change(id, { scheduled_crawl_id: night, crawl_id });
  const gone = await book({ status: "cancelled", cancel_reason: "customer" });
  await change(gone, { scheduled_crawl_id: night, crawl_id });

  const chosen = { night };
  expect(await previewBulkEmail(staff(), chosen)).toMatchObject({ recipients: { en: 3, es: 0, people: 3 } });
  expect(await emailBookings(staff(), { chosen, bulkEmail: bulkEmail(), foreseen: 3 })).toEqual({ ok: true, sent: 3 });
  await change(moves, { scheduled_crawl_id: other, crawl_id: otherCrawl });
  await change(cancels, { status: "cancelled", cancel_reason: "customer" });
  await database.work();
  const ended = await db
    .selectFrom("emails")
    .select(["booking_id", "status"])
    .where("kind", "=", "staff_letter")
    .where("booking_id", "in", [stays, moves, cancels, elsewhere, gone])
    .execute();
  expect(new Map(ended.map(({ booking_id: id, status }) => [id, status]))).toEqual(
    new Map([
      [stays, "sent"],
      [moves, "withheld"],
      [cancels, "withheld"],
    ]),
  );
});

describe("refused is", () => {
  test("what reaches others than was foreseen, and nothing is sent; it can be sent once that is seen", async () => {
    const email = `${randomUUID()}@guest.test`;
    const chosen = { query: bookingQueryIn({ q: email }) };
    const ids = [await book({ email }), await book({ email, language: "es" })];
    const posted = bulkEmail();
    expect(await emailBookings(staff(), { chosen, bulkEmail: posted, foreseen: 1 })).toEqual({
      ok: false,
      reason: "recipients_changed",
      recipients: { en: 1, es: 1, unreachable: 0, people: 2 },
    });
    expect(await emails(ids)).toEqual([]);
    expect(await emailBookings(staff(), { chosen, bulkEmail: posted, foreseen: 2 })).toEqual({ ok: true, sent: 2 });
  });

  test("an email to nobody", async () => {
    const chosen = { ids: [await book({ email: "" })] };
    expect(await emailBookings(staff(), { chosen, bulkEmail: bulkEmail(), foreseen: 0 })).toMatchObject({
      reason: "nobody",
    });
  });

  test("whoever may not change bookings", async () => {
    const refused = { ok: false, reason: "forbidden", missing: "bookings.change" };
    const chosen = { ids: [await book()] };
    expect(await previewBulkEmail(staff("marketing"), chosen)).toEqual(refused);
    expect(await emailBookings(staff("marketing"), { chosen, bulkEmail: bulkEmail(), foreseen: 1 })).toEqual(refused);
  });
});

test("a test goes to its writer alone, in both languages, as their guests will read it", async () => {
  const { db } = database.services;
  const id = await book({ language: "es", email: "guest@guest.test" });
  const { id: userId } = await addAccount(db, { email: "writer@ronda.test", role: "support", secondFactor: true });
  const ctx = database.ctx({ actor: { kind: "user", role: "support", userId } });
  const testing = { chosen: { ids: [id] }, bulkEmail: bulkEmail(), key: randomUUID() };
  expect(await testLetter(ctx, testing)).toEqual({ ok: true });
  expect(await testLetter(ctx, testing)).toEqual({ ok: true });
  await database.work();
  const sent = await db
    .selectFrom("emails")
    .select(["recipient", "status", "subject", "text"])
    .where("booking_id", "=", id)
    .orderBy("language")
    .execute();
  expect(sent.map(({ recipient, status }) => [recipient, status])).toEqual([
    ["writer@ronda.test", "sent"],
    ["writer@ronda.test", "sent"],
  ]);
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("We start at nine"),
    expect.stringContaining("Empezamos a las nueve"),
  ]);
  expect(sent[1]!.text).toContain("Hoy empezamos a las nueve.");
  expect(await testLetter(staff("guide"), testing)).toMatchObject({ ok: false, missing: "bookings.change" });
});
