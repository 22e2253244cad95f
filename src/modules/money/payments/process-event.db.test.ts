import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { forgetMessagesAbout, forgetOldMessages } from "#src/modules/money/payments/forget-messages.server.ts";
import { processEvent } from "#src/modules/money/payments/process-event.server.ts";
import { receiveEvent } from "#src/modules/money/payments/receive-event.server.ts";
import { reprocessEvent } from "#src/modules/money/payments/reprocess-event.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { MAX_EVENT_TRIES, MAX_UNKNOWN_TRIES } from "#src/modules/money/payments/rules/inbox.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ ADMIN_EMAILS: "ops@ronda.test,dinero@ronda.test" });
const stage = payingStage(database);
const { provider, at, books, goesToPay } = stage;
const admin = (minutes: number) => at(minutes, { kind: "user", role: "admin", userId: null });
let crawlId: string;
beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId } = await seedMinimal(db));
  await db
    .insertInto("user")
    .values({ id: crypto.randomUUID(), name: "Dinero", email: "dinero@ronda.test", email_verified: true })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then(({ id }) => db.insertInto("profiles").values({ id, language: "es" }).execute());
});
beforeEach(async () => {
  provider.wakes();
  await database.services.db.deleteFrom("emails").execute();
});

let events = 0;
/** Receives a message; returns its row's id. */
async function arrives(externalId: string, type = "payment.updated", eventId = `ev_p${events++}`): Promise<string> {
  const rawBody = JSON.stringify({ eventId, type, externalId });
  const headers = new Headers({ "x-signature": "good" });
  expect(await receiveEvent(at(0), { provider: "sandbox", rawBody, headers })).toMatchObject({ ok: true });
  return (
    await database.services.db
      .selectFrom("provider_events")
      .select("id")
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow()
  ).id;
}
const row = (id: string) =>
  database.services.db.selectFrom("provider_events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const emails = () => database.services.db.selectFrom("emails").selectAll().orderBy("recipient").execute();
const jobsOf = async (id: string) =>
  (
    await sql<{ key: string; max_attempts: number }>`select key, max_attempts from graphile_worker.jobs
      where key = ${`event:${id}`}`.execute(database.services.db)
  ).rows;
/** Tries a message `times` times, as its job would; returns how often it threw. */
async function tried(id: string, times: number, minutes = 1): Promise<number> {
  let threw = 0;
  for (let i = 0; i < times; i++) await processEvent(at(minutes), id).catch(() => threw++);
  return threw;
}
const paidAttempt = async () => {
  const booking = await books(await addDeparture(database.services.db, crawlId));
  const attempt = await goesToPay(booking);
  provider.pays(attempt.externalId);
  return { booking, ...attempt };
};

test("what a company says late about somebody who was erased isn't kept, about others it is", async () => {
  const departure = await addDeparture(database.services.db, crawlId);
  const bodies: (string | null)[] = [];
  for (const isErased of [true, false]) {
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await processEvent(at(1), await arrives(externalId));
    if (isErased) await database.services.db.transaction().execute((tx) => forgetBookings(tx, [booking], at(2).now));
    const late = await arrives(externalId);
    await processEvent(at(3), late);
    bodies.push((await row(late)).raw_body && "kept");
  }
  expect(bodies).toEqual([null, "kept"]);
});

test("a message about nothing of ours is kept and not worked on", async () => {
  const id = await arrives("sandbox_x", "customer.created");
  expect(await row(id)).toMatchObject({ topic: "other", processed_at: at(0).now, dead_at: null, mode: "sandbox" });
  expect(await jobsOf(id)).toEqual([]);
});

describe("a message whose provider can't be asked", () => {
  test("is tried for most of a day, then given up, and each of staff hears of it once, in their language", async () => {
    const { externalId } = await paidAttempt();
    const id = await arrives(externalId);
    expect(await jobsOf(id)).toMatchObject([{ max_attempts: 25 }]); // our limit ends first
    provider.fails();
    expect(await tried(id, MAX_EVENT_TRIES - 1)).toBe(MAX_EVENT_TRIES - 1);
    expect(await row(id)).toMatchObject({ attempts: MAX_EVENT_TRIES - 1, dead_at: null });
    expect(await emails()).toEqual([]);
    expect(await tried(id, 3)).toBe(0);
    expect(await row(id)).toMatchObject({
      attempts: MAX_EVENT_TRIES,
      dead_reason: "failed",
      last_error: "sandbox can't be reached",
    });
    const messages = await emails();
    expect(messages.map(({ recipient, language, kind }) => [recipient, language, kind])).toEqual([
      ["dinero@ronda.test", "es", "staff_event_died"],
      ["ops@ronda.test", "en", "staff_event_died"],
    ]);
    for (const email of messages) await sendEmail(at(2), email);
    const [spanish, english] = await emails();
    expect(english!.subject).toBe("We couldn’t process a message from sandbox");
    expect(english!.text).toContain("http://ronda.test/admin/payments");
    expect(english!.text).toContain("sandbox can't be reached");
    expect(spanish!.subject).toBe("No pudimos procesar un mensaje de sandbox");
    expect(spanish!.text).toContain("http://ronda.test/es/admin/payments");
  });

  test("that is given up twice at once is told of once", async () => {
    const { externalId } = await paidAttempt();
    const id = await arrives(externalId);
    provider.fails();
    await tried(id, MAX_EVENT_TRIES - 1);
    await Promise.all([processEvent(at(1), id), processEvent(at(1), id)]);
    expect(await emails()).toHaveLength(2);
    expect(await row(id)).toMatchObject({ attempts: MAX_EVENT_TRIES });
  });
});

describe("processing again", () => {
  async function dead() {
    const { externalId, booking } = await paidAttempt();
    const id = await arrives(externalId);
    provider.fails();
    await tried(id, MAX_EVENT_TRIES);
    provider.wakes();
    return { id, booking };
  }

  test("works on the message as if it had just come, once however often it is asked for, and is written down", async () => {
    const { id, booking } = await dead();
    for (let i = 0; i < 3; i++) expect(await reprocessEvent(admin(5), { event_id: id })).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({ dead_at: null, dead_reason: null, attempts: 0 });
    expect(await jobsOf(id)).toHaveLength(1);
    await processEvent(at(5), id);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await row(id)).toMatchObject({ processed_at: at(5).now, last_error: null });
    expect(await reprocessEvent(admin(6), { event_id: id })).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({ processed_at: at(5).now });
    const written = await database.services.db
      .selectFrom("audit_log")
      .selectAll()
      .where("subject_id", "=", id)
      .execute();
    expect(written).toMatchObject([{ action: "provider_event.revived", actor_kind: "user" }]);
  });

  test("the email about a message that is tried again is withheld", async () => {
    const { id } = await dead();
    await reprocessEvent(admin(5), { event_id: id });
    for (const email of await emails()) await sendEmail(at(6), email);
    expect((await emails()).map(({ status }) => status)).toEqual(["withheld", "withheld"]);
  });

  test("that ends the same way is told of again", async () => {
    const { id } = await dead();
    await reprocessEvent(admin(5), { event_id: id });
    provider.fails();
    await tried(id, MAX_EVENT_TRIES, 24 * 60);
    expect(await emails()).toHaveLength(4);
  });

  test.each([null, "customer", "guide", "marketing", "support"])("is not for %s", async (role) => {
    const { id } = await dead();
    expect(await reprocessEvent(at(5, { kind: "user", role }), { event_id: id })).toMatchObject({
      reason: "forbidden",
    });
    expect(await row(id)).toMatchObject({ dead_reason: "failed" });
  });

  test("of what isn't there is refused", async () => {
    const input = { event_id: crypto.randomUUID() };
    expect(await reprocessEvent(admin(5), input)).toMatchObject({ reason: "event_not_found" });
  });
});

describe("a message about a payment that we don't know", () => {
  test("is given up after half an hour, and only listed when nothing was paid", async () => {
    provider.says("cs_of_somebody_else", { status: "open" });
    const id = await arrives("cs_of_somebody_else");
    expect(await tried(id, MAX_UNKNOWN_TRIES)).toBe(MAX_UNKNOWN_TRIES - 1);
    expect(await row(id)).toMatchObject({ dead_reason: "payment_unknown" });
    expect(await emails()).toEqual([]);
  });

  test("is told of when its provider says that money came", async () => {
    provider.says("cs_lost", { status: "paid", money: { amount: 80_000, currency: "MXN" }, chargeId: null });
    const id = await arrives("cs_lost");
    await tried(id, MAX_UNKNOWN_TRIES);
    expect(await row(id)).toMatchObject({ dead_reason: "money_without_booking" });
    const messages = await emails();
    expect(messages).toHaveLength(2);
    for (const email of messages) await sendEmail(at(2), email);
    expect((await emails()).map(({ subject }) => subject)).toContain(
      "sandbox took a payment that belongs to no booking",
    );
  });

  test("settles it when the payment appears in the meantime", async () => {
    const booking = await books(await addDeparture(database.services.db, crawlId));
    const { externalId, paymentId } = await goesToPay(booking);
    provider.pays(externalId);
    const { db } = database.services;
    await db.updateTable("payments").set({ external_id: null }).where("id", "=", paymentId).execute();
    const id = await arrives(externalId);
    expect(await tried(id, 2)).toBe(2);
    await db.updateTable("payments").set({ external_id: externalId }).where("id", "=", paymentId).execute();
    expect(await tried(id, 1)).toBe(0);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });
});

describe("what a message said in full", () => {
  const body = async (id: string) => (await row(id)).raw_body;

  test("is forgotten after a month; what it was about stays, and it can be worked on all the same", async () => {
    const { externalId, booking } = await paidAttempt();
    const [old, young] = [await arrives(externalId), await arrives(externalId)];
    const { db } = database.services;
    const ago = (days: number) => new Date(at(0).now.getTime() - days * 86_400_000);
    await db
      .updateTable("provider_events")
      .set({ received_at: ago(31) })
      .where("id", "=", old)
      .execute();
    await db
      .updateTable("provider_events")
      .set({ received_at: ago(29) })
      .where("id", "=", young)
      .execute();
    await forgetOldMessages(at(0), ago(30));
    expect(await body(old)).toBeNull();
    expect(await body(young)).toContain(externalId);
    await processEvent(at(1), old);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("is forgotten at once with the account that paid, and nobody else's", async () => {
    const [gone, stays] = [await paidAttempt(), await paidAttempt()];
    const [id, other] = [await arrives(gone.externalId), await arrives(stays.externalId)];
    await database.services.db.transaction().execute((tx) => forgetMessagesAbout(tx, [gone.booking]));
    expect(await body(id)).toBeNull();
    expect(await body(other)).not.toBeNull();
  });
});
