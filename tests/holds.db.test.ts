import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking, type Sale } from "#src/modules/sales/booking/place-booking.server.ts";
import { findOffer, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { crawlToEdit } from "#src/modules/site/catalog/queries.server.ts";
import { listCoupons } from "#src/modules/sales/coupons/queries.server.ts";
import { COUPON_LIST } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { cancelPreviewIn } from "#src/modules/changes/cancellation/queries.server.ts";
import { tonight } from "#src/modules/office/reports/queries.server.ts";
import { listBookings } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingPanel, sellableDepartures } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { changeCapacity } from "#src/modules/sales/schedule/change-capacity.server.ts";
import { departureToEdit, listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { granted } from "#tests/audit-matrix/stage.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Edge cases of a hold: what changes between pricing and taking its seats, the instant it ends, and what it releases on a
// departure that has more guests than seats.

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const newDeparture = (over = {}, crawl = crawlId) => addDeparture(database.services.db, crawl, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const admin = (now: Date = NOON) => ({ ...stage.at(0, { kind: "user", role: "admin", secondFactor: true }), now });
const guest = (now: Date = NOON) => ({ ...stage.at(0), now });

describe("a departure that changes after it was priced, before its seats are taken,", () => {
  /** Waits until a statement is blocked by another's lock. */
  async function someoneWaits(): Promise<void> {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // sleeps: polls the database, which doesn't notify
    while ((await database.services.pool.query(waiting)).rowCount === 0) await setTimeout(5);
  }

  /** Books while somebody else's change of the departure is uncommitted: the price is the one before it. */
  async function bookedMeanwhile(change: string, sale?: Sale) {
    const id = await newDeparture();
    const client = await database.services.pool.connect();
    let placing: ReturnType<typeof placeBooking>;
    try {
      await client.query("begin");
      await client.query(`update scheduled_crawls set ${change} where id = $1`, [id]);
      placing = placeBooking(guest(), bookingInput(id), randomUUID(), sale);
      await someoneWaits();
      await client.query("commit");
    } finally {
      client.release();
    }
    return { answer: await placing, seats: await seats(id) };
  }

  test.each([
    ["is disabled", "bookings_disabled = true", { reason: "bookings_disabled" }],
    ["has closed its sales", `sales_close_at = '${NOON.toISOString()}'`, { reason: "departure_past" }],
    ["is cancelled", "status = 'cancelled'", { reason: "departure_cancelled" }],
    [
      "is sold elsewhere",
      "external_booking_link = 'https://elsewhere.example/night'",
      { reason: "external_booking", link: "https://elsewhere.example/night" },
    ],
    ["is full", "available_spots = 1, overbooked_spots = 0, total_spots = 1", { reason: "sold_out", left: 1 }],
  ])("and %s, is not sold, and the answer says why", async (_, change, why) => {
    const { answer, seats: left } = await bookedMeanwhile(change);
    expect(answer).toMatchObject({ ok: false, ...why });
    expect(left).toMatchObject({ held: 0, available: left.total });
  });

  test.each([
    ["changes nothing that counts", "hide_total_spots = true"],
    ["closes its sales a moment later", `sales_close_at = '${new Date(NOON.getTime() + 1).toISOString()}'`],
    ["has just as many seats left", "available_spots = 2, total_spots = 2"],
  ])("and %s, is sold", async (_, change) => {
    const { answer, seats: left } = await bookedMeanwhile(change);
    expect(answer).toMatchObject({ ok: true });
    expect(left).toMatchObject({ held: 2, available: left.total - 2 });
  });

  test.each([
    ["is disabled", "bookings_disabled = true", true],
    ["has closed its sales", `sales_close_at = '${NOON.toISOString()}'`, true],
    [
      "is over",
      `ends_at = '${NOON.toISOString()}', starts_at = '2026-11-20T12:00:00Z', sales_close_at = '2026-11-20T12:00:00Z'`,
      false,
    ],
    ["is cancelled", "status = 'cancelled'", false],
  ])("and %s, is sold by staff or not", async (_, change, sold) => {
    expect((await bookedMeanwhile(change, { seller: { kind: "staff", total: null } })).answer.ok).toBe(sold);
  });
});

describe.each([
  ["a millisecond before it ends", new Date(+later(31) - 1), true],
  ["in the instant in which it ends", later(31), false],
])("%s", (_, now, lives) => {
  const left = lives ? 0 : 2;

  /** A departure of two seats, both in somebody else's basket, which ends 31 minutes after noon. */
  async function full(over = {}, crawl = crawlId) {
    const departure = await newDeparture({ seats: 2, ...over }, crawl);
    return { departure, booking: await stage.books(departure) };
  }

  test(`a hold ${lives ? "keeps its seats" : "keeps nothing"}, wherever one looks`, async () => {
    const crawl = await addCrawl(database.services.db, {});
    const { departure, booking } = await full({}, crawl);
    const [output] = await listDepartures(guest(now), { crawl_id: crawl });
    expect(output).toMatchObject({ available_spots: left, is_available: !lives });
    const offer = await findOffer(guest(now), departure);
    expect(offer).toMatchObject(lives ? { reason: "sold_out" } : { ok: true, offer: { left: 2 } });
    expect(granted(await departureToEdit(admin(now), departure)).departure).toMatchObject({
      held: 2 - left,
      free: left,
    });
    expect(granted(await crawlToEdit(admin(now), crawl)).crawl.hiding).toMatchObject({ people: 2 - left });
    const { departures } = granted(await sellableDepartures(admin(now)));
    expect(departures.find(({ id }) => id === departure)).toMatchObject({ free: left });
    expect(granted(await bookingPanel(admin(now), booking)).panel.holdLives).toBe(lives);
    expect((await cancelPreviewIn(admin(now), departure))!.preview.people).toBe(2 - left);
    for (const state of ["hold", "lapsed"]) {
      const query = bookingQueryIn({ state });
      const { list } = granted(await listBookings(admin(now), query));
      expect(
        list.bookings.some(({ id }) => id === booking),
        state,
      ).toBe(lives === (state === "hold"));
    }
  });

  test(`the dashboard counts it as ${lives ? "held" : "free"}`, async () => {
    const { departure } = await full({ date: "2026-11-20" }, await addCrawl(database.services.db, {}));
    const found = granted(await tonight(admin(now))).tonight.departures.find(({ id }) => id === departure);
    expect(found).toMatchObject({ held: 2 - left, free: left });
  });

  test("its own guest has its seats besides, once", async () => {
    const departure = await newDeparture({ seats: 8 });
    await stage.books(departure, { number_of_people: 4 }, 5);
    const mine = { ...guest(now), actor: { ...guest().actor, browser: "mine" } };
    granted(await placeBooking({ ...mine, now: NOON }, bookingInput(departure), randomUUID()));
    expect(granted(await findOffer(mine, departure)).offer.left).toBe(4);
  });

  test(`another guest ${lives ? "finds none" : "takes them"}`, async () => {
    const { departure } = await full();
    const result = await placeBooking(guest(now), bookingInput(departure), randomUUID());
    expect(result).toMatchObject(lives ? { reason: "sold_out", left: 0 } : { ok: true });
    expect(await seats(departure)).toMatchObject({ available: 0, held: 2 });
  });

  test(`the sweeper ${lives ? "leaves it" : "ends it"}`, async () => {
    const { departure, booking } = await full();
    await freeLapsedHolds(guest(now), departure);
    expect((await stage.bookingRow(booking)).status).toBe(lives ? "pending" : "cancelled");
    expect(await seats(departure)).toMatchObject({ available: left });
  });

  test(`its coupon ${lives ? "is used up" : "can be used again"}`, async () => {
    const departure = await newDeparture();
    const coupon_code = `ONCE-${randomUUID()}`;
    await addCoupon(database.services.db, { code: coupon_code, usage_limit: 1 });
    await stage.books(departure, { coupon_code });
    const { coupons } = granted(await listCoupons(admin(now), COUPON_LIST.values({ q: coupon_code })));
    expect(coupons).toMatchObject([{ reserved: lives ? 1 : 0 }]);
    const again = await placeBooking(guest(now), bookingInput(departure, { coupon_code }), randomUUID());
    expect(again).toMatchObject(lives ? { reason: "coupon_used_up" } : { ok: true });
  });

  test(`a change that waits for its payment ${lives ? "keeps its seats" : "keeps nothing"}`, async () => {
    const [from, to] = [await newDeparture(), await newDeparture({ seats: 2, price: 3000 })];
    const booking = await stage.books(from);
    const { externalId } = await stage.goesToPay(booking);
    stage.provider.pays(externalId);
    await stage.webhook(externalId);
    const change = { kind: "date", departure_id: to } as const;
    const request = { booking_id: booking, token: null, change };
    const { version, difference } = granted(await priceChange(admin(), request)).quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    expect(granted(await changeBooking(admin(), { ...request, expected }, randomUUID())).state).toBe("to_pay");

    expect((await openChange(admin(now), booking)) !== null).toBe(lives);
    expect(granted(await departureToEdit(admin(now), to)).departure).toMatchObject({ held: 2 - left, free: left });
    const offer = await findOffer(guest(now), to);
    expect(offer).toMatchObject(lives ? { reason: "sold_out" } : { ok: true, offer: { left: 2 } });
    await freeLapsedHolds(guest(now), to);
    expect(await seats(to)).toMatchObject({ available: left, held: 2 - left });
  });
});

describe("of a departure with more guests than seats", () => {
  /** A departure of six, taken by three couples, then reduced to three seats: three guests too many. */
  async function overbooked() {
    const crawl = await addCrawl(database.services.db, {});
    const departure = await newDeparture({ seats: 6 }, crawl);
    const couples = [await stage.books(departure), await stage.books(departure), await stage.books(departure, {}, 1)];
    granted(await changeCapacity(admin(), { departure_id: departure, total_spots: 3 }));
    expect(await seats(departure)).toMatchObject({ available: 0, overbooked: 3 });
    return { crawl, departure, couples };
  }
  const releases = async (id: string) => granted(await cancelBooking(admin(), { booking_id: id, token: null }));

  test("seats that are released work off what is too much, and only the rest is on offer", async () => {
    const { departure, couples } = await overbooked();
    const after: unknown[] = [];
    for (const id of couples) {
      await releases(id);
      after.push(await seats(departure));
    }
    expect(after).toEqual([
      { total: 3, available: 0, overbooked: 1, held: 4, confirmed: 0 },
      { total: 3, available: 1, overbooked: 0, held: 2, confirmed: 0 },
      { total: 3, available: 3, overbooked: 0, held: 0, confirmed: 0 },
    ]);
  });

  test("seats whose holds have lapsed do so before they are swept, wherever one looks", async () => {
    const { crawl, departure } = await overbooked();
    // two of the three couples lapse: four seats, three of which were too many
    const now = later(31);
    const [output] = await listDepartures(guest(now), { crawl_id: crawl });
    expect(output).toMatchObject({ available_spots: 1 });
    expect(granted(await findOffer(guest(now), departure)).offer.left).toBe(1);
    const { departures } = granted(await sellableDepartures(admin(now)));
    expect(departures.find(({ id }) => id === departure)).toMatchObject({ free: 1 });
    expect(await placeBooking(guest(now), bookingInput(departure), randomUUID())).toMatchObject({ reason: "sold_out" });
    expect(await seats(departure)).toMatchObject({ available: 1, overbooked: 0, held: 2 });
  });

  test("guests who stay at home leave their seats to those who are too many", async () => {
    const departure = await newDeparture({ seats: 4 });
    const booking = await stage.books(departure, { number_of_people: 4, additional_names: ["Eva", "Gil", "Leo"] });
    const { externalId } = await stage.goesToPay(booking);
    stage.provider.pays(externalId);
    await stage.webhook(externalId);
    granted(await changeCapacity(admin(), { departure_id: departure, total_spots: 3 }));
    const change = { kind: "remove", positions: [3, 4] } as const;
    const request = { booking_id: booking, token: null, change: { ...change, positions: [...change.positions] } };
    const { version, difference } = granted(await priceChange(admin(), request)).quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    granted(await changeBooking(admin(), { ...request, expected }, randomUUID()));
    expect(await seats(departure)).toEqual({ total: 3, available: 1, overbooked: 0, held: 0, confirmed: 2 });
  });
});

test("who waits for lapsed places waits for one silent provider, not for one after the other", async () => {
  const id = await newDeparture({ seats: 8 });
  for (let n = 0; n < 4; n++) {
    const placed = await placeBooking(stage.at(0, { browser: randomUUID() }), bookingInput(id), randomUUID());
    if (!placed.ok) throw new Error(placed.reason);
    await stage.goesToPay(placed.booking.id);
  }
  const requests: string[] = [];
  const all = Promise.withResolvers<void>();
  // answers nobody before all are asked about
  const expire = async (externalId: string) => {
    if (requests.push(externalId) === 4) all.resolve();
    await all.promise;
    return { status: "expired" as const, reason: "expired" };
  };
  const sweeper = guest(later(120));
  const providers = { ...sweeper.providers, sandbox: { ...stage.provider, expire } };
  expect(await freeLapsedHolds({ ...sweeper, providers }, id)).toBe(4);
  expect(await seats(id)).toMatchObject({ held: 0, available: 8 });
});
