import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { findBooking, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { datesToMoveTo } from "#src/modules/changes/change/queries.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { parseToken } from "#src/modules/evening/tickets/rules/ticket.ts";
import { daysBetween } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { at, provider } = stage;
let crawlId = "";
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const staff = (minutes = 0) => at(minutes, { kind: "user", role: "support" });
const newDeparture = (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(database.services.db, crawlId, over);
const people = (count: number) => ({
  number_of_people: count,
  additional_names: ["Marta", "Inés"].slice(0, count - 1),
});

/** A confirmed booking at MX$400 a person, paid by card. */
async function booked(departureId: string, count = 2, over: object = {}): Promise<string> {
  const id = await stage.books(departureId, { ...people(count), ...over });
  const { externalId } = await stage.goesToPay(id);
  provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

const quoteOf = async (id: string, change: Change, minutes = 0) => {
  const priced = await priceChange(staff(minutes), { booking_id: id, token: null, change });
  if (!priced.ok) throw new Error(priced.reason);
  return priced.quote;
};

/** Makes the change at its current quote. */
async function changes(id: string, change: Change, minutes = 0, key: string = randomUUID()) {
  const { version, difference } = await quoteOf(id, change, minutes);
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return changeBooking(staff(minutes), { booking_id: id, token: null, change, expected }, key);
}

async function pays(id: string, changeId: string, minutes = 0): Promise<string> {
  const wish = { of: changeRef(id, changeId), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(minutes), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  return `sandbox_${started.payment_id}`;
}

async function paid(id: string, changeId: string, minutes = 0): Promise<void> {
  const externalId = await pays(id, changeId, minutes);
  provider.pays(externalId);
  await stage.webhook(externalId, minutes);
}

const emailsOf = async (bookingId: string) =>
  (
    await database.services.db
      .selectFrom("emails")
      .select(["kind", "dedupe_key"])
      .where("booking_id", "=", bookingId)
      .orderBy("created_at")
      .execute()
  ).map(({ kind }) => kind);

test("another date at the same price: the seats move, the tickets are for the new departure, and an email says so", async () => {
  const [from, to] = [await newDeparture(), await newDeparture()];
  const id = await booked(from);
  const before = await ticketsOf(at(0), id);
  expect(await changes(id, { kind: "date", departure_id: to })).toEqual({ ok: true, state: "applied" });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 40, confirmed: 0 });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 38, confirmed: 2 });
  const after = await ticketsOf(at(0), id);
  expect(after.map(({ code }) => code)).toEqual(before.map(({ code }) => code));
  expect(parseToken(after[0]!.token)?.departureId).toBe(to);
  expect(parseToken(before[0]!.token)?.departureId).toBe(from);
  expect(await emailsOf(id)).toEqual(["booking_confirmation", "booking_confirmation"]);
  expect(await stage.bookingRow(id)).toMatchObject({ version: 2, scheduled_crawl_id: to, total_price: 80_000 });
});

test("a dearer date keeps its seats until the difference is paid, and only then is it another date", async () => {
  const [from, to] = [await newDeparture(), await newDeparture({ price: 2500 })];
  const id = await booked(from);
  const quote = await quoteOf(id, { kind: "date", departure_id: to });
  expect(quote).toMatchObject({
    before: { people: 2, total: { amount_minor: 80_000 } },
    after: { people: 2, total: { amount_minor: 100_000, currency: "MXN" } },
    difference: { amount_minor: 20_000, currency: "MXN" },
  });
  const held = await changes(id, { kind: "date", departure_id: to });
  if (!held.ok || held.state !== "to_pay") throw new Error("not held");
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 38, confirmed: 2 });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 38, held: 2, confirmed: 0 });
  expect((await openChange(at(5), id))?.quote.after.date).toBe(quote.after.date);
  await paid(id, held.change_id, 5);
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 40, confirmed: 0 });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 38, held: 0, confirmed: 2 });
  const row = await stage.bookingRow(id);
  expect(row).toMatchObject({ scheduled_crawl_id: to, unit_price: 50_000, subtotal: 100_000, total_price: 100_000 });
  expect((await paymentStateOf(at(5), id)).change).toBe("made");
  expect(stage.factsOf(id)).toEqual(["booking.confirmed", "booking.changed"]);
});

test("a cheaper date gives the difference back in the same act", async () => {
  const [from, to] = [await newDeparture(), await newDeparture({ sale_price: 1500 })];
  const id = await booked(from);
  expect(await changes(id, { kind: "date", departure_id: to })).toEqual({ ok: true, state: "applied" });
  expect(await stage.refunds(id)).toMatchObject([{ amount: 20_000, currency: "MXN", status: "requested" }]);
  expect((await stage.bookingRow(id)).total_price).toBe(60_000);
});

test("the rate at which a booking was sold counts when it is changed, and so does its coupon after its end", async () => {
  const { db } = database.services;
  const [from, to] = [await newDeparture(), await newDeparture({ price: 3000 })];
  const coupon = await addCoupon(db, { code: "TEN" });
  const id = await booked(from, 2, { coupon_code: "TEN", currency: "MXN" });
  await db.updateTable("coupons").set({ is_active: false }).where("id", "=", coupon).execute();
  await db.updateTable("bookings").set({ rate: 18 }).where("id", "=", id).execute();
  const { after } = await quoteOf(id, { kind: "date", departure_id: to });
  expect(after.total.amount_minor).toBe(2 * 54_000 * 0.9);
});

test("a change is priced as a booking is: what is set for the currency, else at the rate of the sale", async () => {
  const set = { MXN: 44_000 };
  const [from, dear, sale] = [
    await newDeparture(),
    await newDeparture({ prices: set }),
    await newDeparture({ sale_prices: { MXN: 30_000 } }),
  ];
  const own = await newDeparture({ price: 3000 });
  const id = await booked(from, 2, { currency: "MXN" });
  await database.services.db.updateTable("bookings").set({ rate: 18 }).where("id", "=", id).execute();
  const costs = async (to: string) => (await quoteOf(id, { kind: "date", departure_id: to })).after.total.amount_minor;
  expect([await costs(dear), await costs(sale), await costs(own)]).toEqual([88_000, 60_000, 108_000]);
  const dates = await datesToMoveTo(staff(), id);
  const listed = (to: string) => dates.find(({ departure_id }) => departure_id === to)?.difference.amount_minor;
  expect([listed(dear), listed(sale), listed(own)]).toEqual([8_000, -20_000, 28_000]);
});

test("more people pay the price of today for themselves and get tickets of their own", async () => {
  const from = await newDeparture();
  const id = await booked(from, 2);
  await database.services.db.updateTable("scheduled_crawls").set({ price: 2200 }).where("id", "=", from).execute();
  const held = await changes(id, { kind: "add", names: ["Ana", ""] });
  if (!held.ok || held.state !== "to_pay") throw new Error("not held");
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 36, held: 2, confirmed: 2 });
  await paid(id, held.change_id);
  expect(await stage.bookingRow(id)).toMatchObject({
    number_of_people: 4,
    total_price: 80_000 + 88_000,
    additional_names: ["Marta", "Ana", ""],
  });
  expect((await ticketsOf(at(0), id)).map(({ position, guest_name }) => [position, guest_name])).toEqual([
    [1, "Sofía Navarro"],
    [2, "Marta"],
    [3, "Ana"],
    [4, ""],
  ]);
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 36, held: 0, confirmed: 4 });
});

test("one guest of three leaves: their share comes back, the others keep the tickets they have", async () => {
  const from = await newDeparture();
  const id = await booked(from, 3, { coupon_code: null });
  const before = await ticketsOf(at(0), id);
  expect(await changes(id, { kind: "remove", positions: [2] })).toEqual({ ok: true, state: "applied" });
  const after = await ticketsOf(at(0), id);
  expect(after.map(({ position, status, code }) => [position, status, code])).toEqual(
    before.map(({ position, code }) => [position, position === 2 ? "void" : "valid", code]),
  );
  expect(await stage.refunds(id)).toMatchObject([{ amount: 40_000 }]);
  expect(await stage.bookingRow(id)).toMatchObject({
    number_of_people: 2,
    total_price: 80_000,
    additional_names: ["Inés"],
  });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 38, confirmed: 2 });
  const rest = await quoteOf(id, { kind: "remove", positions: [3] });
  expect(rest.difference.amount_minor).toBe(-40_000);
});

test("shares of a price that can't be divided add up to all of it", async () => {
  const from = await newDeparture({ price: 1999 });
  await addCoupon(database.services.db, {
    code: "HUNDRED",
    discount_type: "fixed_amount",
    value: 100,
    currency: "MXN",
  });
  const id = await booked(from, 3, { coupon_code: "HUNDRED" });
  const whole = (await stage.bookingRow(id)).total_price;
  expect(whole % 3).not.toBe(0);
  await changes(id, { kind: "remove", positions: [3] });
  await changes(id, { kind: "remove", positions: [1] });
  const refund = { amount_minor: whole - (await stage.refunds(id)).reduce((sum, { amount }) => sum + amount, 0) };
  const cancelled = await cancelBooking(staff(), {
    booking_id: id,
    token: null,
    expected_refund: { ...refund, currency: "MXN" },
  });
  expect(cancelled).toMatchObject({ ok: true, refund });
  expect((await stage.refunds(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(whole);
});

// 20:00 in Mexico City is 02:00 UTC of the next day; the limit is 24 hours before it
test.each([
  ["2027-06-10", "a second before", "2027-06-10T01:59:59Z", true],
  ["2027-06-11", "at", "2027-06-11T02:00:00Z", true],
  ["2027-06-12", "a second after", "2027-06-12T02:00:01Z", false],
])("the departure of %s, %s its 24th hour", async (date, _, instant, early) => {
  const [from, to] = [await newDeparture({ date }), await newDeparture({ date: date.replace("06", "07") })];
  const id = await booked(from, 3);
  const ctx = { ...staff(), now: new Date(instant) };
  const moved = await priceChange(ctx, { booking_id: id, token: null, change: { kind: "date", departure_id: to } });
  expect(moved.ok ? "may" : moved.reason).toBe(early ? "may" : "change_too_late");
  const fewer = await priceChange(ctx, { booking_id: id, token: null, change: { kind: "remove", positions: [2] } });
  expect(fewer.ok && fewer.quote.difference.amount_minor).toBe(early ? -40_000 : 0);
});

test("after the start nothing is changed any more", async () => {
  const from = await newDeparture({ date: "2027-06-20" });
  const id = await booked(from, 2);
  const ctx = { ...staff(), now: new Date("2027-06-21T02:00:00Z") };
  const wishes: Change[] = [
    { kind: "add", names: [""] },
    { kind: "remove", positions: [1] },
  ];
  for (const change of wishes)
    expect(await priceChange(ctx, { booking_id: id, token: null, change })).toMatchObject({ reason: "departure_past" });
});

test("two tabs: one wins, the other is told, whichever comes first", async () => {
  const [from, one, other] = [await newDeparture(), await newDeparture(), await newDeparture()];
  const id = await booked(from);
  const answers = await Promise.all([
    changes(id, { kind: "date", departure_id: one }),
    changes(id, { kind: "date", departure_id: other }),
  ]);
  expect(answers.map((answer) => (answer.ok ? "done" : answer.reason)).toSorted()).toEqual(["booking_changed", "done"]);
  const seats = await Promise.all([from, one, other].map((departure) => seatsOf(database.services.db, departure)));
  expect(seats.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(2);
  expect(seats.every(({ total, available, confirmed }) => total === available + confirmed)).toBe(true);
});

test("ten bookings want the last four seats of a departure: two of them get there", async () => {
  const [from, to] = [await newDeparture(), await newDeparture({ seats: 4 })];
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push(await booked(from));
  const answers = await Promise.all(ids.map((id) => changes(id, { kind: "date", departure_id: to }).catch(String)));
  const done = answers.filter((answer) => typeof answer === "object" && answer.ok).length;
  expect(done).toBe(2);
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 0, confirmed: 4 });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 24, confirmed: 16 });
});

test("moves that cross don't wait for each other for ever", async () => {
  const [a, b] = [await newDeparture(), await newDeparture()];
  const there = await Promise.all(Array.from({ length: 4 }, () => booked(a)));
  const here = await Promise.all(Array.from({ length: 4 }, () => booked(b)));
  const answers = await Promise.all([
    ...there.map((id) => changes(id, { kind: "date", departure_id: b })),
    ...here.map((id) => changes(id, { kind: "date", departure_id: a })),
  ]);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await seatsOf(database.services.db, a)).toMatchObject({ available: 32, confirmed: 8 });
});

test("the same form sent twice changes once; the same key for something else is refused", async () => {
  const [from, to] = [await newDeparture(), await newDeparture({ sale_price: 1000 })];
  const id = await booked(from);
  const change: Change = { kind: "date", departure_id: to };
  const { version, difference } = await quoteOf(id, change);
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const key = randomUUID();
  const send = (over: Partial<typeof expected> = {}) =>
    changeBooking(staff(), { booking_id: id, token: null, change, expected: { ...expected, ...over } }, key);
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  expect(await send()).toEqual({ ok: true, state: "applied" });
  expect(await stage.refunds(id)).toHaveLength(1);
  expect(await send({ difference_minor: 0 })).toMatchObject({ reason: "idempotency_conflict" });
  // and a key that is the id of something else that is paid for
  const other = await booked(from);
  const wish = { booking_id: other, token: null, change, expected };
  expect(await changeBooking(staff(), wish, id)).toMatchObject({ reason: "idempotency_conflict" });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ confirmed: 2 });
});

test("a price that has changed since it was shown is shown again, and nothing happens", async () => {
  const [from, to] = [await newDeparture(), await newDeparture()];
  const id = await booked(from);
  const change: Change = { kind: "date", departure_id: to };
  const expected = { version: 1, difference_minor: -100, currency: "MXN" } as const;
  const answer = await changeBooking(staff(), { booking_id: id, token: null, change, expected }, randomUUID());
  expect(answer).toMatchObject({ reason: "quote_changed", quote: { difference: { amount_minor: 0 } } });
  expect((await stage.bookingRow(id)).version).toBe(1);
});

test("who may not open a booking is told that there is none", async () => {
  const [from, to] = [await newDeparture(), await newDeparture()];
  const id = await booked(from);
  const change: Change = { kind: "date", departure_id: to };
  const stranger = at(0, { browser: "another", kind: "user", role: "customer", userId: randomUUID() });
  expect(await priceChange(stranger, { booking_id: id, token: null, change })).toMatchObject({
    reason: "booking_not_found",
  });
  const expected = { version: 1, difference_minor: 0, currency: "MXN" } as const;
  for (const booking_id of [id, randomUUID()])
    expect(await changeBooking(stranger, { booking_id, token: "x", change, expected }, randomUUID())).toMatchObject({
      reason: "booking_not_found",
    });
});

test("staff move a booking to a night of another crawl at its price; its guest can't", async () => {
  const { db } = database.services;
  const other = await addCrawl(db, { title: "VIP San Cristóbal", price: 2500 });
  const [from, to] = [await newDeparture(), await addDeparture(db, other)];
  const id = await booked(from);
  const change = { kind: "date", departure_id: to } as const;
  const ask = { booking_id: id, token: null, change };
  expect(await priceChange(staff(), ask)).toMatchObject({ reason: "crawl_not_found" });
  expect(await datesToMoveTo(staff(), id)).not.toContainEqual(expect.objectContaining({ departure_id: to }));
  const dates = await datesToMoveTo(staff(), id, true);
  const difference = { amount_minor: 20_000, currency: "MXN" };
  expect(dates).toContainEqual(expect.objectContaining({ departure_id: to, crawl_id: other, difference }));
  const priced = await priceChange(staff(), { ...ask, admin: { keeps: false } });
  if (!priced.ok) throw new Error(priced.reason);
  const { version } = priced.quote;
  const expected = { version, difference_minor: 20_000, currency: "MXN" } as const;
  const held = await changeBooking(staff(), { ...ask, admin: { keeps: false }, expected }, randomUUID());
  if (!held.ok || held.state !== "to_pay") throw new Error("not held");
  expect(await findBooking(staff(), id, null)).toMatchObject({ departure: { crawl_title: "Ronda Test" } });
  await paid(id, held.change_id);
  expect(await findBooking(staff(), id, null)).toMatchObject({
    departure: { departure_id: to, crawl_title: "VIP San Cristóbal" },
    total: { amount_minor: 100_000 },
  });
  expect(await seatsOf(db, from)).toMatchObject({ available: 40 });
});

test("a guest who isn't there, a departure that is none, more people than guests, or staff, may bring", async () => {
  const from = await newDeparture();
  const id = await booked(from);
  const ask = (change: Change) => priceChange(staff(), { booking_id: id, token: null, change });
  expect(await ask({ kind: "remove", positions: [3] })).toMatchObject({ reason: "guest_not_found" });
  expect(await ask({ kind: "remove", positions: [1, 2] })).toMatchObject({ reason: "only_guest" });
  expect(await ask({ kind: "date", departure_id: from })).toMatchObject({ reason: "same_date" });
  expect(await ask({ kind: "date", departure_id: randomUUID() })).toMatchObject({ reason: "departure_not_found" });
  const more = (count: number): Change => ({ kind: "add", names: Array<string>(count).fill("") });
  expect(await ask(more(19))).toMatchObject({ reason: "too_many_people", max: 20 });
  // as a group's booking may be
  const byStaff = (count: number) =>
    priceChange(staff(), { booking_id: id, token: null, change: more(count), admin: { keeps: false } });
  expect(await byStaff(30)).toMatchObject({ quote: { after: { people: 32 } } });
  expect(await byStaff(99)).toMatchObject({ reason: "too_many_people", max: 100 });
});

/** A change to a dearer date, waiting for payment since minute 0. */
async function waiting(seats = 40) {
  const [from, to] = [await newDeparture(), await newDeparture({ price: 3000, seats })];
  const id = await booked(from);
  const held = await changes(id, { kind: "date", departure_id: to });
  if (!held.ok || held.state !== "to_pay") throw new Error("not held");
  return { from, to, id, changeId: held.change_id };
}

test("a change that isn't paid in time gives its seats back and leaves the booking as it was", async () => {
  const { from, to, id, changeId } = await waiting(2);
  const lapsed = later(32);
  expect(await openChange({ ...at(0), now: lapsed }, id)).toBeNull();
  // reads show the seats as free before the sweep, and others can take them
  const other = await booked(await newDeparture());
  expect(await changes(other, { kind: "add", names: [""] }, 32)).toMatchObject({ ok: true });
  const next = await booked(await newDeparture(), 2);
  expect(await changes(next, { kind: "date", departure_id: to }, 32)).toMatchObject({ state: "to_pay" });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 0, held: 2 });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ confirmed: 2 });
  const wish = { of: changeRef(id, changeId), provider: "sandbox", method: "card" } as const;
  expect(await startPayment(at(33), wish, randomUUID())).toMatchObject({ reason: "not_payable" });
});

test("paid after its time: made while the seats are free, else the money goes back and the booking stays", async () => {
  const [lucky, unlucky] = [await waiting(), await waiting(2)];
  const payments = await Promise.all([lucky, unlucky].map(({ id, changeId }) => pays(id, changeId)));
  // the guest pays while the provider can't be reached
  provider.fails();
  await freeLapsedHolds(at(40, { kind: "system" }), null);
  provider.wakes();
  await freeLapsedHolds(at(70, { kind: "system" }), null);
  expect(await seatsOf(database.services.db, unlucky.to)).toMatchObject({ available: 2, held: 0 });
  const other = await booked(unlucky.to, 2);
  expect((await stage.bookingRow(other)).status).toBe("confirmed");
  for (const externalId of payments) {
    provider.pays(externalId);
    await stage.webhook(externalId, 75);
  }
  expect((await stage.bookingRow(lucky.id)).scheduled_crawl_id).toBe(lucky.to);
  expect(await stage.bookingRow(unlucky.id)).toMatchObject({ scheduled_crawl_id: unlucky.from, status: "confirmed" });
  expect(await stage.refunds(unlucky.id)).toMatchObject([{ amount: 40_000, reason: "change_lost" }]);
  expect(await emailsOf(unlucky.id)).toContain("change_lost");
  expect((await paymentStateOf(at(75), unlucky.id)).change).toBe("lost");
});

test("a second thought: dropped, its seats are on sale again and its payment page is closed", async () => {
  const { to, id, changeId } = await waiting();
  const externalId = await pays(id, changeId);
  expect(await dropChange(staff(1), { booking_id: id, token: null, change_id: changeId })).toEqual({ ok: true });
  expect(await dropChange(staff(1), { booking_id: id, token: null, change_id: changeId })).toEqual({ ok: true });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 40, held: 0 });
  expect(await provider.fetchState(externalId)).toMatchObject({ status: "expired" });
});

test("a change gives way to the next one, and to a cancellation of everything", async () => {
  const { to, id } = await waiting();
  const third = await newDeparture({ price: 2500 });
  expect(await changes(id, { kind: "date", departure_id: third }, 1)).toMatchObject({ state: "to_pay" });
  expect(await seatsOf(database.services.db, to)).toMatchObject({ available: 40, held: 0 });
  const expected_refund = { amount_minor: 80_000, currency: "MXN" } as const;
  expect(await cancelBooking(staff(2), { booking_id: id, token: null, expected_refund })).toMatchObject({ ok: true });
  expect(await seatsOf(database.services.db, third)).toMatchObject({ available: 40, held: 0 });
});

test("paid for a booking that was changed meanwhile: nothing is changed twice, the money goes back", async () => {
  const { from, to, id, changeId } = await waiting();
  const externalId = await pays(id, changeId);
  provider.pays(externalId);
  // another tab removes a guest while the first one pays: the provider reports the payment
  expect(await changes(id, { kind: "remove", positions: [2] }, 1)).toMatchObject({ reason: "already_paid" });
  expect(await stage.bookingRow(id)).toMatchObject({ scheduled_crawl_id: to, number_of_people: 2 });
  expect(await seatsOf(database.services.db, from)).toMatchObject({ available: 40 });
});

test("the dates to move to have room for everyone, with what each costs", async () => {
  const from = await newDeparture();
  const id = await booked(from, 3);
  const [dear, full] = [await newDeparture({ price: 2300 }), await newDeparture({ seats: 2 })];
  const dates = await datesToMoveTo(staff(), id);
  expect(dates.find(({ departure_id }) => departure_id === dear)?.difference).toEqual({
    amount_minor: 18_000,
    currency: "MXN",
  });
  expect(dates.map(({ departure_id }) => departure_id)).not.toContain(full);
  expect(dates.map(({ departure_id }) => departure_id)).not.toContain(from);
  expect((await findBooking(staff(), id, null))?.version).toBe(1);
});

// NOON is on 20 November in Mexico City
const daysTo = async (departureId: string) => {
  const { date } = await database.services.db
    .selectFrom("scheduled_crawls")
    .select("date")
    .where("id", "=", departureId)
    .executeTakeFirstOrThrow();
  return daysBetween("2026-11-20", date);
};
const differenceOf = async (id: string, change: Change, minutes = 0) =>
  (await quoteOf(id, change, minutes)).difference.amount_minor;

test("a booking under a rule moves at its price when the rule is over, and the list of dates says the same", async () => {
  const { db } = database.services;
  const [from, to] = [await newDeparture(), await newDeparture()];
  await addRule(db, { days_from: await daysTo(from), percent: 15 });
  const id = await booked(from);
  await dropRules(db);
  expect((await findBooking(staff(), id, null))!.total.amount_minor).toBe(68_000);
  expect(await differenceOf(id, { kind: "date", departure_id: to })).toBe(0);
  const date = (await datesToMoveTo(staff(), id)).find(({ departure_id }) => departure_id === to);
  expect(date?.difference.amount_minor).toBe(0);
});

test("the last places of a night don't go along, and a better rule of another night lowers the price", async () => {
  const { db } = database.services;
  const [from, to] = [await newDeparture({ seats: 4 }), await newDeparture()];
  await addRule(db, { places_left: 4, percent: 50 });
  const id = await booked(from);
  expect((await findBooking(staff(), id, null))!.total.amount_minor).toBe(40_000);
  expect(await differenceOf(id, { kind: "date", departure_id: to })).toBe(40_000);
  await addRule(db, { places_left: null, percent: 60 });
  expect(await differenceOf(id, { kind: "date", departure_id: to })).toBe(-8_000);
  await dropRules(db);
});

test("who is added pays the price of now for the whole party, who stays pays nothing more, who leaves gets their share", async () => {
  const { db } = database.services;
  const departure = await newDeparture();
  await addRule(db, { percent: 15 });
  const id = await booked(departure);
  await dropRules(db);
  expect(await differenceOf(id, { kind: "add", names: ["Inés"] })).toBe(40_000);
  await addRule(db, { people_from: 3, percent: 25 });
  expect(await differenceOf(id, { kind: "add", names: ["Inés"] })).toBe(30_000);
  await dropRules(db);
  expect(await differenceOf(id, { kind: "remove", positions: [2] })).toBe(-34_000);
});

test("a booking with a code has no rule that doesn't go with codes, wherever it moves", async () => {
  const { db } = database.services;
  await addCoupon(db, { code: "MOVES10" });
  const [from, to] = [await newDeparture(), await newDeparture()];
  const id = await booked(from, 2, { coupon_code: "MOVES10" });
  await addRule(db, { percent: 50, with_codes: false });
  expect(await differenceOf(id, { kind: "date", departure_id: to })).toBe(0);
  await addRule(db, { percent: 20 });
  expect(await differenceOf(id, { kind: "date", departure_id: to })).toBe(57_600 - 72_000);
  await dropRules(db);
});
