import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking, priceSale, promiseOfHold, quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import type { QuoteRequest } from "#src/modules/sales/booking/schema.ts";
import { daysBetween } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";
import { addCoupon, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

// NOON is on 20 November in Mexico City; a place costs MX$400
const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const db = () => database.services.db;
afterEach(() => dropRules(db()));

const newDeparture = (over = {}) => addDeparture(db(), crawlId, over);
const at = (minutes = 0, browser = "one") => database.ctx({ now: later(minutes), actor: { browser } });
const unknown = () => database.ctx({ actor: { browser: null } });
const ask = (id: string, over: Partial<QuoteRequest> = {}, ctx = at()) =>
  quoteBooking(ctx, { scheduled_crawl_id: id, number_of_people: 2, currency: "MXN", ...over });
async function quoted(...choice: Parameters<typeof ask>) {
  const answer = await ask(...choice);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.quote;
}
const listed = async (id: string, ctx = at()) =>
  (await listDepartures(ctx, { crawl_id: crawlId })).find((one) => one.id === id)!;
const minor = ({ amount_minor }: { amount_minor: number }) => amount_minor;

test("an early bird is in the list, in the quote and on the booking, until its last day ends in the city", async () => {
  const id = await newDeparture();
  const { date } = await listed(id);
  await addRule(db(), { days_from: daysBetween("2026-11-20", date), percent: 15 });
  const ruleShape = { name: "Early bird", name_es: "Preventa", percent: 15, amount: null, book_until: "2026-11-20" };
  expect(await listed(id)).toMatchObject({
    price_per_person: { amount_minor: 34_000 },
    on_sale: true,
    price_rule: ruleShape,
  });
  const quote = await quoted(id);
  expect(quote).toMatchObject({ price_rule: ruleShape, total: { amount_minor: 68_000 } });
  const input = bookingInput(id, { displayed_total: quote.total });
  const booked = await placeBooking(at(), input, randomUUID());
  expect(booked).toMatchObject({ ok: true, booking: { total: { amount_minor: 68_000 } } });
  const view = booked.ok ? await findBooking(at(), booked.booking.id, null) : null;
  expect(view!.private).toMatchObject({
    unit_price: 34_000,
    regular_unit_price: 40_000,
    price_rule: { name: "Early bird", name_es: "Preventa" },
  });
  // noon plus twelve hours is midnight there
  expect(minor((await quoted(id, {}, at(11 * 60 + 59, "two"))).total)).toBe(68_000);
  expect(await quoted(id, {}, at(12 * 60, "two"))).toMatchObject({ price_rule: null, total: { amount_minor: 80_000 } });
  expect(await listed(id, at(12 * 60))).toMatchObject({ price_rule: null, on_sale: false });
});

test("a group pays its own price, which the list says beside that of a party of any size, and so does the door", async () => {
  await addRule(db(), { people_from: 8, percent: null, amount: 5000, currency: "MXN" });
  const id = await newDeparture();
  expect(await listed(id)).toMatchObject({
    price_per_person: { amount_minor: 40_000 },
    price_rule: null,
    party_prices: [{ people_from: 8, price_per_person: { amount_minor: 35_000 }, price_rule: { percent: null } }],
  });
  expect(minor((await quoted(id, { number_of_people: 7 })).total)).toBe(280_000);
  expect(minor((await quoted(id, { number_of_people: 8 })).total)).toBe(280_000);
  expect(minor((await quoted(id, { number_of_people: 8, currency: "USD" })).total)).toBe(14_000);
  const atDoor = async (number_of_people: number | null) => {
    const sold = await priceSale(at(), { scheduled_crawl_id: id, number_of_people, currency: "MXN" }, { total: null });
    return sold.ok && minor(sold.quote.price_per_person);
  };
  expect([await atDoor(null), await atDoor(8)]).toEqual([40_000, 35_000]);
});

test("a private group's booking is at its agreed price alone", async () => {
  await addRule(db(), { percent: 15 });
  const id = await newDeparture();
  const seller = { kind: "group", total: 70_000, until: later(24 * 60) } as const;
  const placed = await placeBooking(at(0, "group"), bookingInput(id), randomUUID(), { seller });
  if (!placed.ok) throw new Error(placed.reason);
  const row = db().selectFrom("bookings").select(["unit_price", "regular_unit_price", "price_rule", "discount"]);
  expect(await row.where("id", "=", placed.booking.id).executeTakeFirst()).toMatchObject({
    unit_price: 40_000,
    regular_unit_price: null,
    price_rule: null,
    discount: 10_000,
  });
});

test("a code is taken off what the rule leaves, or the better of both applies and the other is named", async () => {
  await addCoupon(db(), { code: "RULED", value: 10, usage_limit: 1 });
  const id = await newDeparture();
  await addRule(db(), { percent: 15 });
  expect(await quoted(id, { coupon_code: "RULED" })).toMatchObject({
    coupon_code: "RULED",
    unused_coupon_code: null,
    total: { amount_minor: 61_200 },
  });
  await dropRules(db());
  await addRule(db(), { percent: 15, with_codes: false });
  const better = await quoted(id, { coupon_code: "RULED" });
  expect(better).toMatchObject({ coupon_code: null, unused_coupon_code: "RULED", total: { amount_minor: 68_000 } });
  // a code that isn't used loses no use
  const booked = await placeBooking(at(0, "spare"), bookingInput(id, { coupon_code: "RULED" }), randomUUID());
  expect(booked).toMatchObject({ ok: true, booking: { total: { amount_minor: 68_000 } } });
  await dropRules(db());
  expect(await quoted(id, { coupon_code: "RULED" })).toMatchObject({ coupon_code: "RULED" });
});

test("a code's minimum is judged by the price without the rule: a rule makes no code invalid", async () => {
  await addCoupon(db(), { code: "FROM800", value: 10, currency: "MXN", minimum_purchase: 80_000 });
  await addRule(db(), { percent: 15 });
  const id = await newDeparture();
  expect(await quoted(id, { coupon_code: "FROM800" })).toMatchObject({ total: { amount_minor: 61_200 } });
});

test("who was shown a rule books at its price for half an hour, whatever became of it, and nobody else does", async () => {
  const rule = await addRule(db(), { percent: 15 });
  const [id, other] = [await newDeparture(), await newDeparture()];
  const { price_promise, total } = await quoted(id, {}, unknown());
  await db().deleteFrom("price_rules").where("id", "=", rule).execute();
  await dropRules(db());
  const asks = (departure: string, promise: string | null, minutes: number) =>
    placeBooking(
      at(minutes, `asks-${minutes}-${promise?.length}`),
      bookingInput(departure, { displayed_total: total, price_promise: promise }),
      randomUUID(),
    );
  const refused = { ok: false, reason: "price_changed", quote: { total: { amount_minor: 80_000 } } };
  expect(await asks(id, null, 1)).toMatchObject(refused);
  expect(await asks(other, price_promise, 1)).toMatchObject(refused);
  expect(await asks(id, price_promise, 31)).toMatchObject(refused);
  for (const forged of [`${price_promise}x`, `x${price_promise}`, ".", "", "a.b"])
    expect(await asks(id, forged, 1)).toMatchObject(refused);
  expect(await asks(id, price_promise, 29)).toMatchObject({ ok: true, booking: { total } });
  // asked for again with it, the price stays and the half hour doesn't begin anew
  expect(await quoted(id, { price_promise }, at(20, "again"))).toMatchObject({ total, price_promise });
});

test("a promise is for the browser that it was made to", async () => {
  await addRule(db(), { percent: 15 });
  const id = await newDeparture();
  const { price_promise } = await quoted(id);
  await dropRules(db());
  const person = async (ctx: ReturnType<typeof at>) =>
    minor((await quoted(id, { price_promise }, ctx)).price_per_person);
  expect([await person(at(1)), await person(at(1, "other")), await person(unknown())]).toEqual([
    34_000, 40_000, 40_000,
  ]);
});

test("a rule that is gone isn't kept by editing again and again", async () => {
  await addRule(db(), { percent: 15 });
  const id = await newDeparture();
  const books = async (minutes: number, price_promise: string | null) => {
    const over = { price_promise, special_requests: `${minutes}` };
    const placed = await placeBooking(at(minutes, "keeper"), bookingInput(id, over), randomUUID());
    if (!placed.ok) throw new Error(placed.reason);
    return placed.booking;
  };
  let { id: held } = await books(0, null);
  await dropRules(db());
  let minutes = 0;
  const ends = 4 * 60;
  while (minutes < ends) {
    minutes += 20;
    const promise = await promiseOfHold(at(minutes, "keeper"), held);
    expect(promise).not.toBe("");
    const edited = await books(minutes, promise);
    expect(minor(edited.total)).toBe(68_000);
    held = edited.id;
  }
  expect(await promiseOfHold(at(minutes + 1, "keeper"), held)).toBe("");
});

test("a promise to a group is none to fewer people", async () => {
  await addRule(db(), { people_from: 8 });
  const id = await newDeparture();
  const { price_promise } = await quoted(id, { number_of_people: 8 });
  await dropRules(db());
  expect(minor((await quoted(id, { number_of_people: 8, price_promise })).price_per_person)).toBe(34_000);
  expect(minor((await quoted(id, { number_of_people: 2, price_promise })).price_per_person)).toBe(40_000);
});

test("the last places: a hold of one's own makes none, and all who were shown them get their price at once", async () => {
  await addRule(db(), { places_left: 6, percent: 50 });
  const id = await newDeparture({ seats: 12 });
  // twelve are left for whoever holds six of them
  await placeBooking(at(0, "holder"), bookingInput(id, { number_of_people: 6 }), randomUUID());
  expect(minor((await quoted(id, {}, at(0, "holder"))).price_per_person)).toBe(40_000);
  const guests = ["a", "b", "c"];
  const quotes = await Promise.all(guests.map((name) => quoted(id, {}, at(0, name))));
  expect(quotes.map(({ total }) => minor(total))).toEqual([40_000, 40_000, 40_000]);
  // more places come while they fill in the form: the rule is over
  await db()
    .updateTable("scheduled_crawls")
    .set((e) => ({ total_spots: e("total_spots", "+", 20), available_spots: e("available_spots", "+", 20) }))
    .where("id", "=", id)
    .execute();
  const books = (promised: boolean) =>
    Promise.all(
      guests.map((name, n) => {
        const { total, price_promise } = quotes[n]!;
        const over = { displayed_total: total, ...(promised ? { price_promise } : {}) };
        return placeBooking(at(1, name), bookingInput(id, over), randomUUID());
      }),
    );
  // the negative control: without what they were promised they are asked again
  expect((await books(false)).map((one) => !one.ok && one.reason)).toEqual(Array(3).fill("price_changed"));
  expect((await books(true)).map((one) => one.ok && minor(one.booking.total))).toEqual([40_000, 40_000, 40_000]);
});

test("the last places: what a friends' table keeps makes none, in the quote and in the list", async () => {
  await addRule(db(), { places_left: 6, percent: 50 });
  const id = await newDeparture({ seats: 12 });
  const booked = await placeBooking(at(0, "organiser"), bookingInput(id, { number_of_people: 1 }), randomUUID());
  if (!booked.ok) throw new Error(booked.reason);
  const table = { code: "ABCDEFGHJKLMNPQR", booking_id: booked.booking.id, departure_id: id, places: 8, taken: 2 };
  await db()
    .insertInto("friend_tables")
    .values({ ...table, deadline: later(600), started_at: later(0) })
    .execute();
  const free = (available: number) =>
    db().updateTable("scheduled_crawls").set({ available_spots: available }).where("id", "=", id).execute();
  const prices = async () => [
    minor((await quoted(id, {}, at(0, "a"))).price_per_person),
    minor((await listed(id)).price_per_person),
  ];
  await free(3);
  expect(await prices()).toEqual([40_000, 40_000]);
  await db()
    .updateTable("friend_tables")
    .set({ closed_at: later(0) })
    .where("booking_id", "=", table.booking_id)
    .execute();
  expect(await prices()).toEqual([20_000, 20_000]);
});

test("a hold with a rule reads and writes what one without does", async () => {
  const id = await newDeparture();
  const statements: string[] = [];
  const { pool } = database.ctx();
  const counting = new Proxy(pool, {
    get: (on, name) => {
      const value: unknown = Reflect.get(on, name);
      if (typeof value !== "function") return value;
      if (name !== "query") return value.bind(on);
      return (query: { name?: string }, ...rest: unknown[]) => {
        statements.push(query.name ?? "unnamed");
        return (value as (...all: unknown[]) => unknown).call(on, query, ...rest);
      };
    },
  });
  const books = async (browser: string) => {
    statements.length = 0;
    const booked = await placeBooking({ ...at(0, browser), pool: counting }, bookingInput(id), randomUUID());
    expect(booked.ok).toBe(true);
    return [...statements];
  };
  const without = await books("plain");
  await addRule(db());
  await quoted(id);
  expect(await books("ruled")).toEqual(without);
});

test("who goes back to edit what they hold is promised its rule, as long as the hold lives", async () => {
  await addRule(db(), { percent: 15 });
  const id = await newDeparture();
  const booked = await placeBooking(at(0, "editor"), bookingInput(id), randomUUID());
  if (!booked.ok) throw new Error(booked.reason);
  await dropRules(db());
  const price_promise = await promiseOfHold(at(20, "editor"), booked.booking.id);
  const edited = await quoted(id, { number_of_people: 3, price_promise }, at(20, "editor"));
  expect(minor(edited.total)).toBe(102_000);
  expect(await promiseOfHold(at(40, "editor"), booked.booking.id)).toBe("");
});
