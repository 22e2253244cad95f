import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds, release } from "#src/modules/sales/booking/release-hold.server.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { leaveList } from "#src/modules/sales/waiting/leave-list.server.ts";
import { offerByHand, offerPlaces } from "#src/modules/sales/waiting/offer-places.server.ts";
import { listLink, listSheet, nightList, ownList } from "#src/modules/sales/waiting/queries.server.ts";
import { removeEntry } from "#src/modules/sales/waiting/remove-entry.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { at } = stage;
const system = (minutes = 0) => at(minutes, { kind: "system" });
let crawlId: string;
let night: string;
let days = 0;
let asking = 0;

beforeEach(async () => {
  crawlId ??= (await seedMinimal(database.services.db)).crawlId;
  // every test has its own night, full with two bookings of two
  const date = new Date(Date.UTC(2027, 0, 1 + days++)).toISOString().slice(0, 10);
  night = await addDeparture(database.services.db, crawlId, { date, seats: 4 });
});

/** Fills the night; the bookings' ids. */
const fills = async (...parties: number[]) => {
  const ids: string[] = [];
  for (const number_of_people of parties) ids.push(await stage.books(night, { number_of_people }));
  return ids;
};

/** Gives the places of a booking back. */
const frees = (id: string) =>
  database.services.db.transaction().execute((tx) => release(system(), tx, { id, reason: "admin", from: ["pending"] }));

/** Asks for places, a minute after the last; the entry's id. Everybody has their own network. */
async function asks(people: number, over: { email?: string; minutes?: number } = {}) {
  asking += 1;
  const email = over.email ?? `guest${asking}@example.test`;
  const ctx = at(over.minutes ?? 0, { address: `198.51.${asking % 250}.9` });
  const input = { departure_ids: [night], people, first_name: "Ana", email, language: "es" as const };
  const joined = await joinList({ ...ctx, now: new Date(ctx.now.getTime() + asking) }, input);
  if (!joined.ok) throw new Error(joined.reason);
  const row = await database.services.db
    .selectFrom("waiting_entries")
    .select("id")
    .where("email", "=", email)
    .where("departure_id", "=", night)
    .executeTakeFirstOrThrow();
  return row.id;
}

const entry = (id: string) =>
  database.services.db.selectFrom("waiting_entries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const stateOf = async (id: string) => (await entry(id)).state;
const books = (people: number, minutes = 0) =>
  placeBooking(at(minutes), bookingInput(night, { number_of_people: people }), randomUUID());
const available = async (minutes = 0) =>
  (await listDepartures(at(minutes), { crawl_id: crawlId })).find(({ id }) => id === night)?.available_spots;
const tokenOf = (id: string) => new URL(listLink(database.ctx(), id, "en")).searchParams.get("token");
const addsUp = async () => {
  const { total, available: free, held, confirmed } = await seatsOf(database.services.db, night);
  expect(free).toBe(total - held - confirmed);
};

describe("asking for places", () => {
  test("is for a night with too few places, once per address", async () => {
    await fills(3);
    const input = {
      departure_ids: [night],
      people: 1,
      first_name: "Ana",
      email: "one@example.test",
      language: "en" as const,
    };
    expect(await joinList(at(0), input)).toMatchObject({ ok: false, reason: "places_free" });
    expect(await joinList(at(0), { ...input, people: 2 })).toEqual({ ok: true, nights: 1 });
    expect(await joinList(at(1), { ...input, people: 3, email: "One@example.test" })).toEqual({ ok: true, nights: 1 });
    const { db } = database.services;
    const rows = await db.selectFrom("waiting_entries").selectAll().where("departure_id", "=", night).execute();
    expect(rows).toMatchObject([{ people: 2, state: "waiting", unit_price: 40_000, currency: "MXN", test: true }]);
  });

  test("is refused for more people than the night has places, and where it isn't sold", async () => {
    await fills(4);
    const input = {
      departure_ids: [night],
      people: 5,
      first_name: "Ana",
      email: "five@example.test",
      language: "en" as const,
    };
    expect(await joinList(at(0), input)).toMatchObject({ ok: false, reason: "too_many_people", max: 4 });
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ bookings_disabled: true })
      .where("id", "=", night)
      .execute();
    expect(await joinList(at(0), { ...input, people: 2 })).toMatchObject({ ok: false, reason: "bookings_disabled" });
  });

  test("keeps no bot's entry, and is limited by network", async () => {
    await fills(4);
    const input = { departure_ids: [night], people: 2, first_name: "Ana", language: "en" as const };
    expect((await joinList(at(0), { ...input, email: "bot@example.test" }, "x")).ok).toBe(true);
    const { db } = database.services;
    expect(
      await db.selectFrom("waiting_entries").selectAll().where("email", "=", "bot@example.test").execute(),
    ).toEqual([]);
    const from = { address: "192.0.2.200" };
    const answers = [];
    for (let n = 0; n < 11; n += 1)
      answers.push(await joinList(at(0, from), { ...input, email: `many${n}@example.test` }));
    expect(answers.at(-2)!.ok).toBe(true);
    expect(answers.at(-1)).toMatchObject({ ok: false, reason: "too_many_attempts" });
  });
});

describe("places that come free", () => {
  test("are offered in the order of asking to who fits, and to nobody else before", async () => {
    const [first] = await fills(2, 2);
    const four = await asks(4);
    const two = await asks(2);
    const one = await asks(1);
    await frees(first!);
    // the public is not faster than the job
    expect(await available()).toBe(0);
    expect(await books(1)).toMatchObject({ ok: false, reason: "sold_out", left: 0 });
    expect(await findOffer(at(0), night)).toMatchObject({ ok: false, reason: "sold_out" });
    await offerPlaces(system());
    expect([await stateOf(four), await stateOf(two), await stateOf(one)]).toEqual(["waiting", "offered", "waiting"]);
    const { booking_id: bookingId } = await entry(two);
    expect(await stage.bookingRow(bookingId!)).toMatchObject({
      status: "pending",
      number_of_people: 2,
      first_name: "Ana",
      language: "es",
      hold_expires_at: later(30),
      total_price: 80_000,
    });
    await addsUp();
    await offerPlaces(system());
    expect(await stateOf(one)).toBe("waiting");
  });

  test("go on sale where nobody who waits fits them", async () => {
    const [first] = await fills(2, 2);
    const four = await asks(4);
    await frees(first!);
    await offerPlaces(system());
    expect(await stateOf(four)).toBe("waiting");
    expect(await available()).toBe(2);
    expect((await books(2)).ok).toBe(true);
  });

  test("pass to the next when an offer lapses, and to the public after the last", async () => {
    const [first] = await fills(2, 2);
    const two = await asks(2);
    const other = await asks(2);
    await frees(first!);
    await offerPlaces(system());
    // it has lapsed for whoever reads, whether or not it was swept
    expect(await available(31)).toBe(0);
    expect(await books(2, 31)).toMatchObject({ ok: false, reason: "sold_out" });
    await freeLapsedHolds(system(31), null);
    await offerPlaces(system(31));
    expect([await stateOf(two), await stateOf(other)]).toEqual(["lapsed", "offered"]);
    await addsUp();
    await freeLapsedHolds(system(62), null);
    await offerPlaces(system(62));
    expect(await stateOf(other)).toBe("lapsed");
    expect((await books(2, 62)).ok).toBe(true);
  });

  test("are also those of a raised total, and of lapsed baskets", async () => {
    await fills(4);
    const two = await asks(2);
    await changeCapacity(system(), { departure_id: night, total_spots: 6 });
    await offerPlaces(system());
    expect(await stateOf(two)).toBe("offered");
    const four = await asks(4);
    // the four who filled it never paid
    await offerPlaces(system(32));
    expect(await stateOf(four)).toBe("offered");
    await addsUp();
  });

  test("are kept by whoever pays their offer", async () => {
    const [first] = await fills(2, 2);
    const two = await asks(2);
    await frees(first!);
    await offerPlaces(system());
    const { booking_id: bookingId } = await entry(two);
    const { externalId } = await stage.goesToPay(bookingId!, 5);
    stage.provider.pays(externalId, { amount: 80_000, currency: "MXN" });
    await stage.webhook(externalId, 6);
    expect(await stateOf(two)).toBe("booked");
    expect((await stage.bookingRow(bookingId!)).status).toBe("confirmed");
    await addsUp();
  });

  test("are let go by who declines: the next is offered them", async () => {
    const [first] = await fills(2, 2);
    const two = await asks(2);
    const other = await asks(2);
    await frees(first!);
    await offerPlaces(system());
    expect(await leaveList(at(1), { id: two, token: "nope", of: two })).toMatchObject({ ok: false });
    expect(await leaveList(at(1), { id: other, token: tokenOf(other), of: two })).toMatchObject({ ok: false });
    expect((await leaveList(at(1), { id: two, token: tokenOf(two), of: two })).ok).toBe(true);
    await offerPlaces(system(1));
    expect([await stateOf(two), await stateOf(other)]).toEqual(["declined", "offered"]);
    // twice is as good as once
    expect((await leaveList(at(2), { id: two, token: tokenOf(two), of: two })).ok).toBe(true);
    await addsUp();
  });

  test("go to nobody after the sale has ended", async () => {
    const [first] = await fills(2, 2);
    const two = await asks(2);
    await frees(first!);
    const { sales_close_at: end } = await database.services.db
      .selectFrom("scheduled_crawls")
      .select("sales_close_at")
      .where("id", "=", night)
      .executeTakeFirstOrThrow();
    await offerPlaces({ ...system(), now: end });
    expect(await stateOf(two)).toBe("closed");
  });

  test("are offered to nobody whose address takes no mail", async () => {
    const [first] = await fills(2, 2);
    const [invented, honest] = [await asks(2), await asks(2)];
    const { email } = await entry(invented);
    const refuses = {
      kind: "waiting_joined",
      language: "es",
      recipient: email,
      status: "failed",
      refused_at: later(1),
    };
    await database.services.db
      .insertInto("emails")
      .values({ ...refuses, dedupe_key: randomUUID() })
      .execute();
    await frees(first!);
    await offerPlaces(system(1));
    expect([await stateOf(invented), await stateOf(honest)]).toEqual(["closed", "offered"]);
  });

  test("are offered to nobody who let two offers lapse, until they ask again", async () => {
    const email = "crowd@example.test";
    const nights = [];
    for (const minutes of [0, 40, 80]) {
      if (minutes > 0)
        night = await addDeparture(database.services.db, crawlId, { date: `2028-0${1 + minutes / 40}-01`, seats: 4 });
      const held = await fills(2, 2);
      // they stay full until the test frees them
      const { db } = database.services;
      await db
        .updateTable("bookings")
        .set({ hold_expires_at: later(600) })
        .where("id", "in", held)
        .execute();
      nights.push({ minutes, held, id: await asks(2, { email }) });
    }
    const states = [];
    for (const { minutes, held, id } of nights) {
      await frees(held[0]!);
      await offerPlaces(system(minutes));
      states.push(await stateOf(id));
      await freeLapsedHolds(system(minutes + 31), null);
    }
    expect(states).toEqual(["offered", "offered", "closed"]);
    // the places of the third go to the public
    expect(await available(80)).toBe(2);
    await asks(4, { email, minutes: 112 });
    await offerPlaces(system(113));
    expect(await nightList(at(113, { kind: "user", role: "admin" }), night)).toMatchObject({
      ok: true,
      entries: [{ state: "waiting" }, { state: "closed" }],
    });
  });

  test("don't keep a guest from what they hold already", async () => {
    const browser = "browser-of-two";
    const own = (people: number) =>
      placeBooking(at(0, { browser }), bookingInput(night, { number_of_people: people }), randomUUID());
    expect((await own(2)).ok).toBe(true);
    await fills(2);
    await asks(2);
    // going back to the form replaces the basket by the same
    expect((await own(2)).ok).toBe(true);
    await addsUp();
  });
});

describe("who waits", () => {
  test("sees their nights by their link, and leaves", async () => {
    await fills(4);
    const first = await asks(2, { email: "own@example.test" });
    const second = await asks(1);
    expect(await ownList(at(0), first, tokenOf(second))).toBeNull();
    expect(await ownList(at(0), second, tokenOf(second))).toMatchObject([{ state: "waiting", ahead: 1 }]);
    expect(await leaveList(at(0), { id: first, token: tokenOf(first), of: first })).toEqual({ ok: true });
    expect(await stateOf(first)).toBe("left");
    expect(await ownList(at(0), second, tokenOf(second))).toMatchObject([{ state: "waiting", ahead: 0 }]);
  });
});

describe("staff", () => {
  const staff = (minutes = 0, over: object = {}) => at(minutes, { kind: "user", role: "admin", ...over });
  test("see the list and its value, offer by hand, and take somebody off it", async () => {
    const [first] = await fills(2, 2);
    const four = await asks(4);
    const one = await asks(1);
    const two = await asks(2);
    const snapshot = await nightList(staff(), night);
    expect(snapshot).toMatchObject({
      ok: true,
      value: { people: 7, parties: 3, money: [{ currency: "MXN", amount: 280_000 }] },
    });
    expect(await nightList(at(0), night)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await nightList(staff(0, { cities: [] }), night)).toMatchObject({
      ok: false,
      reason: "departure_not_found",
    });
    expect(await offerByHand(staff(), four)).toMatchObject({ ok: false, reason: "sold_out" });
    await frees(first!);
    // two before one, though one asked first
    expect((await offerByHand(staff(), two)).ok).toBe(true);
    expect([await stateOf(one), await stateOf(two)]).toEqual(["waiting", "offered"]);
    expect(await offerByHand(staff(), two)).toMatchObject({ ok: false, reason: "not_waiting" });
    expect(await removeEntry(staff(), two)).toMatchObject({ ok: false, reason: "not_waiting" });
    expect((await removeEntry(staff(), four)).ok).toBe(true);
    expect(await stateOf(four)).toBe("removed");
    expect((await listSheet(staff(), night)).ok).toBe(true);
    await addsUp();
  });
});
