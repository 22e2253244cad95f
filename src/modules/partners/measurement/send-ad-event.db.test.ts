import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { attachConsent } from "#src/modules/partners/measurement/attach-consent.server.ts";
import { forgetBookingConsents } from "#src/modules/partners/measurement/forget-consents.server.ts";
import { purchaseToTell, readAdEvents, storedAdvertising } from "#src/modules/partners/measurement/queries.server.ts";
import { recordConsent } from "#src/modules/partners/measurement/record-consent.server.ts";
import { sendAdEvent } from "#src/modules/partners/measurement/send-ad-event.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { startMeta } from "#tests/mocks/meta/start-meta.ts";
import { later } from "#tests/seeds.ts";

const PIXEL = "123456789012345";
const TOKEN = "EAAtokenOfATestThatOpensNothing";
const meta = await startMeta({ pixelId: PIXEL, token: TOKEN, now: () => +NOON });
const database = freshDatabase({ META_ACCESS_TOKEN: TOKEN, META_API_URL: meta.apiUrl });
afterAll(() => meta.stop());

const ctxAt = (minutes = 0, settings: Partial<Context["settings"]> = {}) =>
  database.ctx({
    now: later(minutes),
    settings: { ...database.services.settings, ...settings },
    actor: { userAgent: "Browser/1 (Phone)" },
  });

beforeAll(async () => {
  await database.services.db.insertInto("app_settings").values({ key: "fb_pixel_id", value: PIXEL }).execute();
  forgetSettings(database.services);
});
beforeEach(() => {
  meta.requests.length = 0;
});

/** A visitor's decision; returns its id. */
async function decides(
  visitor: string,
  decision: "granted" | "rejected" | "withdrawn",
  ctx = ctxAt(),
): Promise<string> {
  const id = randomUUID();
  const message = { id, visitor, decision, textVersion: "2026-11", language: "en" as const };
  expect(await recordConsent(ctx, message)).toEqual({ ok: true, recorded: true });
  return id;
}

type Over = Parameters<typeof bookDeparture>[1];

/** A booking in a browser with this cookie, not yet confirmed. */
async function booked(cookie: string | null, over: Over = {}): Promise<string> {
  const id = await bookDeparture(ctxAt(), over);
  await attachConsent(ctxAt(), id, cookie);
  return id;
}

const confirm = (bookingId: string, ctx = ctxAt()) =>
  ctx.db.transaction().execute((tx) => ctx.publish(ctx, tx, bookingConfirmed({ bookingId, partnerId: null })));

/** A booking made with consent and confirmed, with its visitor and its queued event. */
async function reported(over: Over = {}) {
  const visitor = randomUUID();
  const bookingId = await booked(`consent=granted; consent_id=${await decides(visitor, "granted")}`, over);
  await confirm(bookingId);
  const [event] = await eventsOf(bookingId);
  return { visitor, bookingId, event: event! };
}

const eventsOf = (bookingId: string) =>
  database.services.db.selectFrom("ad_events").selectAll().where("booking_id", "=", bookingId).execute();

const jobOf = async (id: string) => {
  const { rows } = await sql<{
    run_at: Date;
  }>`select run_at from graphile_worker.jobs where key = ${`ad-event:${id}`}`.execute(database.services.db);
  return rows;
};

describe("a confirmed booking that was made with consent", () => {
  test("is queued with the confirmation, and sent as Meta documents it", async () => {
    const { bookingId, event } = await reported({ email: " John_Smith@Gmail.com " });
    expect(event).toMatchObject({ status: "queued", kind: "Purchase", attempts: 0, created_at: NOON });
    expect(await jobOf(event.id)).toHaveLength(1);
    await sendAdEvent(ctxAt(), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([{ status: "sent", attempts: 1, sent_at: NOON, last_error: null }]);
    const [request] = meta.requests;
    expect(request).toMatchObject({ path: `/v25.0/${PIXEL}/events`, token: TOKEN, testCode: null });
    expect(request!.events).toEqual([
      {
        event_name: "Purchase",
        event_time: +NOON / 1000,
        event_id: event.event_id,
        action_source: "website",
        event_source_url: "http://ronda.test/",
        user_data: {
          // the example of Meta's own documentation
          em: ["62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f"],
          ph: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          client_user_agent: "Browser/1 (Phone)",
        },
        custom_data: { value: 640, currency: "MXN" },
      },
    ]);
    for (const secret of [bookingId, "booking-confirmation", "Smith", "Sof", "5500000000", "203.0.113.7"])
      expect(decodeURIComponent(request!.raw)).not.toContain(secret);
  });

  test("keeps nothing of whom it is about with the event", async () => {
    const { event } = await reported();
    await sendAdEvent(ctxAt(), { id: event.id });
    const stored = JSON.stringify(await eventsOf(event.booking_id));
    for (const part of ["user_data", "sofia", "em", "Browser/1"]) expect(stored).not.toContain(`"${part}`);
  });

  test("is one event, however often it is confirmed, and sent by two workers at once", async () => {
    const { bookingId, event } = await reported();
    await confirm(bookingId);
    expect(await eventsOf(bookingId)).toHaveLength(1);
    await Promise.all([sendAdEvent(ctxAt(), { id: event.id }), sendAdEvent(ctxAt(), { id: event.id })]);
    await sendAdEvent(ctxAt(), { id: event.id });
    expect(meta.counted()).toBe(1);
  });

  test("is tried again after a failure of Meta's, as the same event", async () => {
    const { bookingId, event } = await reported();
    meta.fails(500, 503);
    await sendAdEvent(ctxAt(), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([
      { status: "queued", attempts: 1, last_error: expect.stringMatching(/^500: An unexpected error/) },
    ]);
    expect(await jobOf(event.id)).toEqual([{ run_at: later(0.5) }]);
    await sendAdEvent(ctxAt(1), { id: event.id });
    expect(await jobOf(event.id)).toEqual([{ run_at: later(3) }]);
    await sendAdEvent(ctxAt(3), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([{ status: "sent", attempts: 3, last_error: null }]);
    expect(new Set(meta.requests.map(({ events }) => JSON.stringify(events))).size).toBe(1);
  });

  test("fails for good after the last try, and at once when Meta refuses it", async () => {
    const { bookingId, event } = await reported();
    await database.services.db.updateTable("ad_events").set({ attempts: 7 }).where("id", "=", event.id).execute();
    meta.fails(500);
    await sendAdEvent(ctxAt(), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([{ status: "failed", attempts: 8 }]);
    const other = await reported();
    meta.fails(400);
    await sendAdEvent(ctxAt(), { id: other.event.id });
    expect(await eventsOf(other.bookingId)).toMatchObject([{ status: "failed", attempts: 1 }]);
  });

  test("is tried again after an error that passes, though Meta answers 400, and after a token that expired", async () => {
    const { bookingId, event } = await reported();
    meta.fails({ status: 400, code: 80_004 }, { status: 400, code: 100, isTransient: true });
    await sendAdEvent(ctxAt(), { id: event.id });
    await sendAdEvent(ctxAt(1), { id: event.id });
    await sendAdEvent(ctxAt(3, { META_ACCESS_TOKEN: "EAAexpired" }), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([
      { status: "queued", attempts: 3, last_error: "401: Invalid OAuth access token." },
    ]);
    await sendAdEvent(ctxAt(13), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([{ status: "sent", attempts: 4, last_error: null }]);
  });

  test("is tried again when Meta can't be reached", async () => {
    const { bookingId, event } = await reported();
    await sendAdEvent(ctxAt(0, { META_API_URL: "http://127.0.0.1:9/v25.0" }), { id: event.id });
    expect(await eventsOf(bookingId)).toMatchObject([{ status: "queued", attempts: 1 }]);
  });
});

describe("an event is withheld", () => {
  const sent = async ({ bookingId, event }: Awaited<ReturnType<typeof reported>>, ctx = ctxAt()) => {
    await sendAdEvent(ctx, { id: event.id });
    const [row] = await eventsOf(bookingId);
    expect(meta.requests).toEqual([]);
    return [row?.status, row?.last_error];
  };

  test("if consent was withdrawn since, even when it was given again later", async () => {
    const result = await reported();
    await decides(result.visitor, "withdrawn");
    await decides(result.visitor, "granted");
    expect(await sent(result)).toEqual(["withheld", "withdrawn"]);
  });

  test("if the guest's data is deleted", async () => {
    const result = await reported();
    await database.services.db.transaction().execute((tx) => forgetBookingConsents(tx, [result.bookingId]));
    expect(await sent(result)).toEqual(["withheld", "forgotten"]);
  });

  test("if the booking was cancelled before", async () => {
    const result = await reported();
    const cancelled = { status: "cancelled", cancel_reason: "customer" };
    await database.services.db.updateTable("bookings").set(cancelled).where("id", "=", result.bookingId).execute();
    expect(await sent(result)).toEqual(["withheld", "not_confirmed"]);
  });

  test("if the token was taken out", async () => {
    const result = await reported();
    const { META_ACCESS_TOKEN: _, ...without } = database.services.settings;
    expect(await sent(result, database.ctx({ settings: without }))).toEqual(["withheld", "not_configured"]);
  });
});

describe("nothing is queued", () => {
  const queuedFor = async (cookie: string | null, { over, ctx }: { over?: Over; ctx?: Context } = {}) => {
    const bookingId = await booked(cookie, over);
    await confirm(bookingId, ctx);
    return eventsOf(bookingId);
  };

  test.each([
    ["no cookie", null],
    ["consent that was never stored", `consent=granted; consent_id=${randomUUID()}`],
    ["a made-up id", "consent_id=' or true --"],
    ["no id", "consent=granted"],
  ])("with %s", async (_, cookie) => expect(await queuedFor(cookie)).toEqual([]));

  test("for a decision that isn't consent, or was withdrawn before booking", async () => {
    expect(await queuedFor(`consent_id=${await decides(randomUUID(), "rejected")}`)).toEqual([]);
    const visitor = randomUUID();
    const granted = await decides(visitor, "granted");
    await decides(visitor, "withdrawn");
    expect(await queuedFor(`consent_id=${granted}`)).toEqual([]);
  });

  test("when consent is withdrawn between booking and confirmation", async () => {
    const visitor = randomUUID();
    const bookingId = await booked(`consent_id=${await decides(visitor, "granted")}`);
    await decides(visitor, "withdrawn");
    await confirm(bookingId);
    expect(await eventsOf(bookingId)).toEqual([]);
  });

  test("without a pixel", async () => {
    const { db } = database.services;
    const setTo = (value: string) =>
      db.updateTable("app_settings").set({ value }).where("key", "=", "fb_pixel_id").execute();
    await setTo("not a pixel");
    expect(await queuedFor(`consent_id=${await decides(randomUUID(), "granted")}`)).toEqual([]);
    await setTo(PIXEL);
    forgetSettings(database.services);
  });

  test("without a token, and of a test booking without a test code", async () => {
    const cookie = async () => `consent_id=${await decides(randomUUID(), "granted")}`;
    const { META_ACCESS_TOKEN: _, ...without } = database.services.settings;
    expect(await queuedFor(await cookie(), { ctx: database.ctx({ settings: without }) })).toEqual([]);
    expect(await queuedFor(await cookie(), { over: { test: true } })).toEqual([]);
    const ctx = ctxAt(0, { META_TEST_EVENT_CODE: "TEST12345" });
    const [event] = await queuedFor(await cookie(), { over: { test: true }, ctx });
    await sendAdEvent(ctx, { id: event!.id });
    expect(meta.requests).toMatchObject([{ testCode: "TEST12345" }]);
    expect(await purchaseToTell(ctx, event!.booking_id)).toBeNull();
  });
});

test("a person's copy of their data has the consents and what was reported, without those of others", async () => {
  const { bookingId, event } = await reported();
  await reported();
  const noted = { user_agent: "Browser/1 (Phone)", noted_at: NOON };
  expect(await storedAdvertising(ctxAt(), [bookingId])).toMatchObject({
    advertising_consents: [{ booking_id: bookingId, decision: "granted", withdrawn: false, ...noted }],
    advertising_events: [{ booking_id: bookingId, event_id: event.event_id, status: "queued" }],
  });
});

test("the browser reports the same event, while consent stands and Meta would take both for one", async () => {
  const { bookingId, event, visitor } = await reported();
  const purchase = { pixelId: PIXEL, eventId: event.event_id, value: 640, currency: "MXN" };
  expect(await purchaseToTell(ctxAt(), bookingId)).toEqual(purchase);
  await sendAdEvent(ctxAt(), { id: event.id });
  expect(await purchaseToTell(ctxAt(60), bookingId)).toEqual(purchase);
  expect(await purchaseToTell(ctxAt(47 * 60), bookingId)).toBeNull();
  await decides(visitor, "withdrawn");
  expect(await purchaseToTell(ctxAt(60), bookingId)).toBeNull();
});

describe("what is stored of an event and can't be read", () => {
  const spoil = (id: string, payload: unknown) =>
    database.services.db
      .updateTable("ad_events")
      .set({ payload: JSON.stringify(payload) })
      .where("id", "=", id)
      .execute();

  test.each([[{}], [[]], [{ event_name: "Purchase", custom_data: null }]])(
    "is %o: the page with the tickets does without it, and the admin's list shows the others",
    async (payload) => {
      const [spoiled, whole] = [await reported(), await reported()];
      await spoil(spoiled.event.id, payload);
      expect(await purchaseToTell(ctxAt(), spoiled.bookingId)).toBeNull();
      const adEvents = await readAdEvents(database.ctx({ actor: { kind: "user", role: "admin" } }), null, 1);
      if (!adEvents.ok) throw new Error("refused");
      const render = (id: string) => adEvents.events.find((event) => event.id === id);
      expect(render(spoiled.event.id)).toMatchObject({ status: "queued", money: null });
      expect(render(whole.event.id)).toMatchObject({ money: { amount: 64_000, currency: "MXN" } });
    },
  );

  test("or the table itself: a failing read breaks no page, and a database that is away is told as such", async () => {
    const failing = (error: Error) => purchaseToTell({ db: failingDb(error), now: NOON }, randomUUID());
    expect(await failing(new Error("no such table"))).toBeNull();
    const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    await expect(failing(away)).rejects.toBe(away);
  });
});

const failingDb = (error: Error) =>
  new Proxy({} as Context["db"], {
    get: () => {
      throw error;
    },
  });
