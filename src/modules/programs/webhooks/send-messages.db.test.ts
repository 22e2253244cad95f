import { randomUUID } from "node:crypto";
import { sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { changePartner } from "#src/modules/office/booking-admin/change-partner.server.ts";
import { bookingCancelled, bookingChanged, contactCorrected } from "#src/modules/sales/booking/events.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { departureCancelled } from "#src/modules/sales/schedule/events.ts";
import { guestsCameIn } from "#src/modules/evening/door/events.ts";
import { refundSucceeded } from "#src/modules/money/payments/events.ts";
import { EVENT_TYPES, type EventType } from "#src/modules/programs/webhooks/rules/event-types.ts";
import { sendMessages } from "#src/modules/programs/webhooks/send-messages.server.ts";
import { secretOf } from "#src/modules/programs/webhooks/sign-message.server.ts";
import { claimDue, insertEvents } from "#src/modules/programs/webhooks/store.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { addPartner as creditedTo, credit } from "#tests/crediting.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { type Received, webhookReceiver } from "#tests/webhook-receiver.ts";

const database = freshDatabase({ WEBHOOKS_TO_PRIVATE: "true" });
const receiver = webhookReceiver();
const stage = payingStage(database);
const { provider, books, goesToPay, webhook } = stage;
const pays = async (booking: string) => {
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId);
};
const db = () => database.services.db;
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const DAY_S = 86_400;

let departure: string;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  departure = await addDeparture(db(), crawlId, {});
  await sendsAt(NOON);
});
afterEach(async () => {
  await db().deleteFrom("webhook_endpoints").execute();
  await db().deleteFrom("webhook_events").execute();
  await db().deleteFrom("webhook_nights").execute();
  await db().deleteFrom("webhook_crawls").execute();
});

/** Finds and sends what is due at an instant. */
const sendsAt = (now: Date) => sendMessages({ ...database.ctx({ now }), clock: () => now });

async function addEndpoint(
  over: Partial<{ types: EventType[]; partner_id: string; cities: string[]; url: string }> = {},
) {
  const id = randomUUID();
  await db()
    .insertInto("webhook_endpoints")
    .values({ id, url: receiver.url, types: [...EVENT_TYPES], created_at: NOON, ...over })
    .execute();
  return id;
}

/** Something happened to some subjects of no interest. */
async function happens(...subjects: string[]) {
  await db()
    .transaction()
    .execute((tx) => insertEvents(tx, { type: "booking.confirmed", subjects, detail: {}, at: NOON }));
}
const endpointRow = (id: string) =>
  db().selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const deliveries = (id: string) =>
  db().selectFrom("webhook_deliveries").selectAll().where("endpoint_id", "=", id).orderBy("event_n").execute();
const typesOf = (messages: readonly Received[]) => messages.map(({ type }) => type);
const of = (subject: string) => receiver.received.filter(({ data }) => data.id === subject);

describe("what is told", () => {
  test("a booking is told of when it is held, and when it is paid", async () => {
    await addEndpoint();
    const booking = await books(departure);
    await sendsAt(NOON);
    await pays(booking);
    await sendsAt(NOON);
    expect(typesOf(of(booking))).toEqual(["booking.held", "booking.confirmed"]);
    expect(of(booking).map(({ data }) => data.status)).toEqual(["pending", "confirmed"]);
  });

  test("whatever happens is told as what it is", async () => {
    await addEndpoint();
    const ctx = database.ctx();
    const booking = await bookDeparture(ctx);
    const { scheduled_crawl_id: night } = await db()
      .selectFrom("bookings")
      .select("scheduled_crawl_id")
      .where("id", "=", booking)
      .executeTakeFirstOrThrow();
    const change = { version: 2, kind: "add", names: [], positions: [], back: 0, before: 0 } as const;
    const correction = { key: "k", from: null, reached: true, names: { was: "Eva", now: "Ana" }, byGuest: false };
    const refund = randomUUID();
    await db()
      .transaction()
      .execute(async (tx) => {
        for (const event of [
          bookingChanged({ bookingId: booking, ...change, kind: "add", names: ["Eva", "Ana"], positions: [] }),
          contactCorrected({ bookingId: booking, ...correction }),
          guestsCameIn({ bookingIds: [booking] }),
          bookingCancelled({ bookingId: booking, reason: "customer", wasConfirmed: false }),
          refundSucceeded({ refundId: refund, purchaseId: booking, kind: "booking" }),
          departureCancelled({ departureId: night }),
        ])
          await ctx.publish(ctx, tx, event);
      });
    await sendsAt(NOON);
    expect(typesOf(of(booking))).toEqual([
      "booking.changed",
      "booking.changed",
      "booking.checked_in",
      "booking.cancelled",
      "booking.refunded",
    ]);
    expect(
      of(booking)
        .slice(3)
        .map(({ data }) => [data.reason, data.refund_id]),
    ).toEqual([
      ["customer", undefined],
      [undefined, refund],
    ]);
    expect(typesOf(of(night))).toContain("night.cancelled");
  });

  test("a refund of what is no booking is not told", async () => {
    await addEndpoint();
    const ctx = database.ctx();
    await db()
      .transaction()
      .execute((tx) =>
        ctx.publish(ctx, tx, refundSucceeded({ refundId: randomUUID(), purchaseId: randomUUID(), kind: "gift_card" })),
      );
    expect(await db().selectFrom("webhook_events").select("type").execute()).toEqual([]);
  });

  test("what is rolled back is never told", async () => {
    await addEndpoint();
    const booking = await bookDeparture(database.ctx());
    const undone = db()
      .transaction()
      .execute(async (tx) => {
        await insertEvents(tx, { type: "booking.confirmed", subjects: [booking], detail: {}, at: NOON });
        throw new Error("taken back");
      });
    await expect(undone).rejects.toThrow("taken back");
    await sendsAt(NOON);
    expect(of(booking)).toEqual([]);
  });

  test("a booking that was confirmed before it was looked at was never held", async () => {
    await addEndpoint();
    const booking = await books(departure);
    await pays(booking);
    await sendsAt(NOON);
    expect(typesOf(of(booking))).toEqual(["booking.confirmed"]);
  });

  test("a hold from before anybody wanted to know is told to nobody", async () => {
    const booking = await books(departure);
    const id = await addEndpoint({ types: ["booking.held"] });
    await db()
      .updateTable("webhook_endpoints")
      .set({ created_at: later(1) })
      .where("id", "=", id)
      .execute();
    await sendsAt(later(1));
    expect(of(booking)).toEqual([]);
  });

  test("an endpoint that is deleted meanwhile keeps nothing from the others", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await happens(booking);
    let sending = Promise.resolve();
    await db()
      .transaction()
      .execute(async (tx) => {
        await tx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
        sending = sendsAt(NOON);
        await database.someoneWaits();
      });
    await sending;
    expect(of(booking)).toHaveLength(1);
  });

  test("a hold that somebody is changing is told when it is known what became of it", async () => {
    await addEndpoint({ types: ["booking.held"] });
    const booking = await books(departure);
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from bookings where id = ${booking}::uuid for update`.execute(tx);
        locked.resolve();
        await done.promise;
        await sql`update bookings set status = 'cancelled', cancel_reason = 'customer' where id = ${booking}::uuid`.execute(
          tx,
        );
      });
    await locked.promise;
    await sendsAt(NOON);
    done.resolve();
    await changing;
    await sendsAt(NOON);
    expect(of(booking)).toEqual([]);
  });

  test("a change of what is left of a night is told once, however much was booked meanwhile", async () => {
    await addEndpoint({ types: ["availability.changed"] });
    await sendsAt(NOON);
    expect(receiver.received).toEqual([]);
    await books(departure);
    await books(departure);
    await sendsAt(NOON);
    await sendsAt(NOON);
    expect(receiver.received.map(({ type, data }) => [type, data.id, data.crawl_id])).toEqual([
      ["availability.changed", departure, crawlId],
    ]);
  });

  test("nobody's person is named, and a message is small", async () => {
    await addEndpoint();
    const booking = await books(departure);
    await pays(booking);
    await sendsAt(NOON);
    const { email, last_name, phone } = await db()
      .selectFrom("bookings")
      .select(["email", "last_name", "phone"])
      .where("id", "=", booking)
      .executeTakeFirstOrThrow();
    expect(of(booking)).not.toEqual([]);
    for (const { body } of receiver.received) {
      for (const personal of [email, last_name, phone]) expect(body).not.toContain(personal);
      expect(Buffer.byteLength(body)).toBeLessThan(20_480);
      expect(Object.keys(JSON.parse(body) as object)).toEqual(["type", "timestamp", "data"]);
    }
  });

  test("nothing is noted where nobody wants to know", async () => {
    await addEndpoint({ types: ["statement.ready"] });
    await happens(randomUUID());
    expect(await db().selectFrom("webhook_events").select("id").execute()).toEqual([]);
    // the control: somebody does
    await addEndpoint();
    await happens(randomUUID());
    expect(await db().selectFrom("webhook_events").select("id").execute()).toHaveLength(1);
  });

  test("a partner is told of bookings credited to them, and of nobody else's", async () => {
    const partner = await addPartner(db(), NOON, { code: `p${randomUUID().slice(0, 8)}` });
    await addEndpoint({ partner_id: partner });
    const [own, other] = [await bookDeparture(database.ctx()), await bookDeparture(database.ctx())];
    await db()
      .updateTable("bookings")
      .set({ partner_id: partner, partner_reason: "link", partner_at: NOON })
      .where("id", "=", own)
      .execute();
    await happens(own, other);
    await sendsAt(NOON);
    expect([of(own).length, of(other).length]).toEqual([1, 0]);
    // the control: the house is told of both
    await addEndpoint();
    await happens(own, other);
    await sendsAt(NOON);
    expect([of(own).length, of(other).length]).toEqual([3, 1]);
  });

  test("a partner who is switched off is told nothing, and what waited when they are on again", async () => {
    const partner = await addPartner(db(), NOON, { code: `p${randomUUID().slice(0, 8)}` });
    const switches = (is_active: boolean) =>
      db().updateTable("partners").set({ is_active }).where("id", "=", partner).execute();
    const id = await addEndpoint({ partner_id: partner });
    const [before, meanwhile] = [await bookDeparture(database.ctx()), await bookDeparture(database.ctx())];
    for (const booking of [before, meanwhile]) await credit(db(), booking, partner);
    await happens(before);
    receiver.answer = () => ({ status: 500 });
    await sendsAt(NOON);
    receiver.answer = () => ({ status: 200 });
    receiver.received = [];
    await switches(false);
    await happens(meanwhile);
    await sendsAt(later(60));
    expect(await claimDue(db(), { endpointId: id, limit: 5, now: later(60), lostAt: later(90) })).toEqual([]);
    expect(receiver.received).toEqual([]);
    await switches(true);
    await sendsAt(later(61));
    expect([of(before).length, of(meanwhile).length]).toEqual([1, 0]);
  });

  test("both partners are told when a booking is credited to another one, and neither of the other", async () => {
    const partners = [await creditedTo(db()), await creditedTo(db())] as const;
    await addEndpoint({ partner_id: partners[0], types: ["booking.changed"] });
    await addEndpoint({ partner_id: partners[1], types: ["booking.changed"] });
    const booking = await bookDeparture(database.ctx());
    await credit(db(), booking, partners[0]);
    const staff = stage.at(0, { kind: "user", role: "admin", secondFactor: true });
    const change = { booking_id: booking, partner_id: partners[1], expected: partners[0] };
    expect(await changePartner(staff, change)).toEqual({ ok: true });
    await sendsAt(NOON);
    expect(typesOf(of(booking))).toEqual(["booking.changed", "booking.changed"]);
    for (const { body } of of(booking)) for (const partner of partners) expect(body).not.toContain(partner);
  });

  test("a hold that lapsed and is held again is told as a hold again", async () => {
    await addEndpoint();
    const booking = await books(departure);
    await sendsAt(NOON);
    await freeLapsedHolds(stage.at(120), departure);
    expect(await retakeHold(stage.at(121), booking)).toMatchObject({ ok: true });
    await sendsAt(later(121 * 60));
    expect(typesOf(of(booking))).toEqual(["booking.held", "booking.cancelled", "booking.held"]);
    expect(of(booking).at(-1)!.data).toMatchObject({ status: "pending", again: true });
    expect(of(booking)[0]!.data).not.toHaveProperty("again");
  });
});

describe("a crawl is told as changed", () => {
  const edits = (id: string, set: Updateable<Tables["pub_crawls"]>) =>
    db().updateTable("pub_crawls").set(set).where("id", "=", id).execute();

  test("when staff change, show or hide it, not while it is hidden nor for its rating", async () => {
    await addEndpoint({ types: ["crawl.changed"] });
    await sendsAt(NOON);
    const draft = await addCrawl(db(), { title: "Not yet", is_active: false });
    const active = await addCrawl(db(), { title: "Shown" });
    await sendsAt(NOON);
    expect(receiver.received.map(({ data }) => data)).toEqual([{ id: active, is_active: true }]);
    receiver.received = [];
    await edits(draft, { title: "Still not" });
    await edits(active, { rating: 4.5, review_count: 9 });
    await sendsAt(NOON);
    expect(receiver.received).toEqual([]);
    await edits(active, { description: "New" });
    await sendsAt(NOON);
    await edits(active, { is_active: false });
    await sendsAt(NOON);
    await edits(active, { title: "Hidden" });
    await sendsAt(NOON);
    expect(receiver.received.map(({ data }) => [data.id, data.is_active])).toEqual([
      [active, true],
      [active, false],
    ]);
  });

  test("once to whoever was down meanwhile", async () => {
    const id = await addEndpoint({ types: ["crawl.changed"] });
    await sendsAt(NOON);
    receiver.answer = () => ({ status: 500 });
    for (const description of ["One", "Two", "Three"]) {
      await edits(crawlId, { description });
      await sendsAt(NOON);
    }
    // the first, which was tried, and the last
    expect(await deliveries(id)).toHaveLength(2);
  });
});

describe("how it is sent", () => {
  const verifies = (secret: string, { body, headers }: Received) => {
    try {
      // the library judges the timestamp by the clock
      vi.setSystemTime(NOON);
      return Boolean(new Webhook(secret).verify(body, headers));
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };

  test("signed as the standard says, and by nothing else", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await happens(booking);
    await sendsAt(NOON);
    const [message] = of(booking);
    const { secret } = database.services;
    expect(verifies(secretOf(secret, { id }, 1), message!)).toBe(true);
    expect(verifies(secretOf(secret, { id }, 2), message!)).toBe(false);
    expect(verifies(secretOf(secret, { id: randomUUID() }, 1), message!)).toBe(false);
    expect(verifies(secretOf(secret, { id }, 1), { ...message!, body: `${message!.body} ` })).toBe(false);
    expect(message!.id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  test("with both secrets while the one before is valid", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await db()
      .updateTable("webhook_endpoints")
      .set({ secret_version: 2, old_secret_until: later(60) })
      .where("id", "=", id)
      .execute();
    await happens(booking);
    await sendsAt(NOON);
    await happens(booking);
    await sendsAt(later(61));
    const { secret } = database.services;
    const [both, fresh] = of(booking);
    expect([1, 2].map((version) => verifies(secretOf(secret, { id }, version), both!))).toEqual([true, true]);
    expect(fresh!.headers["webhook-signature"]!.split(" ")).toHaveLength(1);
  });

  test("in order of each subject: what fails keeps back what follows of it, and nothing else", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const [first, second] = [await bookDeparture(database.ctx()), await bookDeparture(database.ctx())];
    await happens(first, second);
    await happens(first, second);
    await happens(first, second);
    let fails = true;
    receiver.answer = ({ data }) => ({ status: data.id === first && fails ? 500 : 200 });
    await sendsAt(NOON);
    expect([of(first).length, of(second).length]).toEqual([1, 3]);
    fails = false;
    await sendsAt(later(11));
    const ids = (await deliveries(id)).filter(({ subject }) => subject === first).map(({ event_n }) => event_n);
    const sent = await db().selectFrom("webhook_events").select("id").where("n", "in", ids).orderBy("n").execute();
    // the one that failed came again under its id, and only then the others
    expect(of(first).map((message) => message.id)).toEqual([sent[0]!.id, ...sent.map((one) => one.id)]);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "delivered"));
  });

  test("changes of a night that wait are one, the newest, in the first one's place", async () => {
    const id = await addEndpoint({ types: ["availability.changed"] });
    await sendsAt(NOON);
    const changes = async (at: Date) => {
      await books(departure);
      await sendsAt(at);
    };
    receiver.answer = () => ({ status: 500 });
    await changes(NOON); // fails, and isn't tried again within a second
    await changes(later(0.1));
    await changes(later(0.2));
    await changes(later(0.3));
    const waiting = await deliveries(id);
    expect(waiting.map(({ attempts, next_at }) => [attempts, next_at])).toEqual([
      [1, expect.any(Date)],
      [0, later(0.1)],
    ]);
    const events = await db().selectFrom("webhook_events").select("n").orderBy("n").execute();
    expect([events[0]!.n, events.at(-1)!.n]).toEqual(waiting.map(({ event_n }) => event_n));
    receiver.answer = () => ({ status: 200 });
    receiver.received = [];
    await sendsAt(later(20));
    expect(of(departure)).toHaveLength(2);
  });

  test("again within three days, and then no more", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await happens(booking);
    receiver.answer = () => ({ status: 500 });
    for (const at of [0, 11, 75, 400]) await sendsAt(later(at));
    expect(of(booking)).toHaveLength(4);
    expect((await deliveries(id))[0]).toMatchObject({ state: "queued", attempts: 4, status: 500 });
    expect((await endpointRow(id)).failing_since).toEqual(NOON);
    await sendsAt(later(3 * DAY_S + 60));
    expect((await deliveries(id))[0]).toMatchObject({ state: "dead", attempts: 5 });
    await sendsAt(later(5 * DAY_S));
    expect(of(booking)).toHaveLength(5);
    receiver.answer = () => ({ status: 200 });
    await happens(booking);
    await sendsAt(later(5 * DAY_S));
    expect((await endpointRow(id)).failing_since).toBeNull();
  });

  test("not before a pause that was asked for is over, to the endpoint as a whole", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const [first, second] = [await bookDeparture(database.ctx()), await bookDeparture(database.ctx())];
    await happens(first);
    receiver.answer = () => ({ status: 429, headers: { "retry-after": "600" } });
    await sendsAt(NOON);
    receiver.answer = () => ({ status: 200 });
    await happens(second);
    await sendsAt(later(599));
    expect(of(second)).toEqual([]);
    await sendsAt(later(601));
    expect([of(first).length, of(second).length]).toEqual([2, 1]);
    expect((await endpointRow(id)).paused_until).toBeNull();
  });

  test("no more where the answer is 410", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await happens(booking);
    await happens(booking);
    receiver.answer = () => ({ status: 410 });
    await sendsAt(NOON);
    await sendsAt(later(DAY_S));
    expect(of(booking)).toHaveLength(1);
    expect(await endpointRow(id)).toMatchObject({ is_active: false, gone_at: NOON });
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(["dead", "queued"]);
  });

  test("again by another process, where the one that was sending died", async () => {
    const id = await addEndpoint({ types: ["booking.confirmed"] });
    const booking = await bookDeparture(database.ctx());
    await happens(booking);
    await sendsAt(NOON); // spread, and sent
    await happens(booking);
    await happens(booking);
    receiver.answer = () => ({ status: 500 });
    await sendsAt(NOON); // spread; the first is to be tried again
    receiver.answer = () => ({ status: 200 });
    receiver.received = [];
    const claimed = await claimDue(db(), { endpointId: id, limit: 5, now: later(20), lostAt: later(80) });
    expect(claimed).toHaveLength(1); // and then its process is killed
    await sendsAt(later(79));
    expect(of(booking)).toEqual([]);
    await sendsAt(later(81));
    expect(of(booking)).toHaveLength(2);
    expect(of(booking)[0]!.id).toBe(claimed[0]!.id);
  });

  test("once, where two processes send at the same time", async () => {
    await addEndpoint({ types: ["booking.confirmed"] });
    const bookings = await Promise.all(Array.from({ length: 10 }, () => bookDeparture(database.ctx())));
    await happens(...bookings);
    await happens(...bookings);
    await Promise.all([sendsAt(NOON), sendsAt(NOON), sendsAt(NOON)]);
    await sendsAt(NOON);
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(
      [...new Set(receiver.received.map(({ id }) => id))].toSorted(),
    );
    expect(receiver.received).toHaveLength(20);
    const events = await db().selectFrom("webhook_events").select(["id", "subject"]).orderBy("n").execute();
    for (const booking of bookings) {
      const inOrder = events.filter(({ subject }) => subject === booking).map(({ id }) => id);
      expect(of(booking).map(({ id }) => id)).toEqual(inOrder);
    }
  });

  test("to others while one endpoint hangs, whatever is due to it", async () => {
    await addEndpoint({ types: ["booking.confirmed"] });
    await addEndpoint({ types: ["booking.cancelled"] });
    const [hangs, came] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    receiver.answer = async ({ type }) => {
      if (type === "booking.cancelled") came.resolve();
      else hangs.resolve();
      await came.promise;
      return { status: 200 };
    };
    const bookings = await Promise.all(Array.from({ length: 18 }, () => bookDeparture(database.ctx())));
    await happens(...bookings);
    const sending = sendsAt(NOON);
    await hangs.promise;
    await db()
      .transaction()
      .execute((tx) => insertEvents(tx, { type: "booking.cancelled", subjects: [bookings[0]!], detail: {}, at: NOON }));
    await came.promise; // before any answer of the one that hangs
    await sending;
    expect(receiver.received).toHaveLength(19);
  });
});

test("nothing is sent to this machine unless a setting says so", async () => {
  const types: EventType[] = ["booking.confirmed"];
  const id = await addEndpoint({ types, url: receiver.url.replace("http:", "https:") });
  const booking = await bookDeparture(database.ctx());
  await happens(booking);
  const settings = { ...database.services.settings, WEBHOOKS_TO_PRIVATE: false };
  await sendMessages({ ...database.ctx({ settings }), clock: () => NOON });
  expect(receiver.received).toEqual([]);
  expect((await deliveries(id))[0]).toMatchObject({
    state: "queued",
    status: null,
    error: "private_address 127.0.0.1",
  });
});
