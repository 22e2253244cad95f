import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAddOn } from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { bookableAddOns } from "#src/modules/sales/booking/plan-change.server.ts";
import { findBooking, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { addOnsOfNight } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { takenOfAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { redeemAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

// Add-ons that are bought after the places: a change of the booking, whose difference is paid like any other.

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let crawlId = "";
beforeAll(async () => void ({ crawlId } = await seedMinimal(db())));
beforeEach(async () => {
  await db().updateTable("add_ons").set({ is_active: false }).execute();
  forgetAddOns({ db: db() });
});

const night = (over = {}) => addDeparture(db(), crawlId, over);
const offer = async (over: Parameters<typeof addAddOn>[1] = {}) => {
  const id = await addAddOn(db(), over);
  forgetAddOns({ db: db() });
  return id;
};
const staff = (minutes = 0) => stage.at(minutes, { kind: "user", role: "manager" });
const wish = (id: string, quantity: number): Change => ({ kind: "add_ons", add_ons: [{ id, quantity }] });
const boughtBy = async (id: string) =>
  (await findBooking(staff(), id, null))!.private!.bought.map(({ id: addOn, quantity, amount }) => [
    addOn,
    quantity,
    amount.amount_minor,
  ]);
const leftOn = async (departure: string) => {
  const listed = await addOnsOfNight(database.ctx(), departure, { people: 2, currency: "MXN" });
  if (!listed.ok) throw new Error(listed.reason);
  return listed.addOns.map(({ left }) => left);
};

/** A paid booking of two people for 800 pesos. */
async function booked(departure: string, over: object = {}): Promise<string> {
  const id = await stage.books(departure, over);
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

type Admin = { keeps: boolean };
/** What the guest agreed to, or staff with `admin`. */
async function agreedTo(id: string, change: Change, { minutes = 0, admin }: { minutes?: number; admin?: Admin } = {}) {
  const request = { booking_id: id, token: null, change, ...(admin && { admin }) };
  const priced = await priceChange(staff(minutes), request);
  if (!priced.ok) return priced;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return { ok: true as const, quote: priced.quote, why: priced.why, input: { ...request, expected } };
}

async function changes(id: string, change: Change, over: { minutes?: number; admin?: Admin } = {}) {
  const agreed = await agreedTo(id, change, over);
  return agreed.ok ? changeBooking(staff(over.minutes), agreed.input, randomUUID()) : agreed;
}

async function held(id: string, change: Change, minutes = 0): Promise<string> {
  const answer = await changes(id, change, { minutes });
  if (!answer.ok || answer.state !== "to_pay") throw new Error("not held");
  return answer.change_id;
}

async function goesToPay(id: string, changeId: string, minutes = 0): Promise<string> {
  const payment = { of: changeRef(id, changeId), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(stage.at(minutes), payment, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  return `sandbox_${started.payment_id}`;
}

async function pays(page: string, minutes = 0) {
  stage.provider.pays(page);
  await stage.webhook(page, minutes);
}

const handOut = (departureId: string, bookingId: string, addOnId: string) =>
  redeemAddOn(staff(), { departureId, bookingId, addOnId, id: randomUUID(), deviceAt: null });

test("a guest buys more later: they are theirs once they are paid, at the price of today", async () => {
  const [departure, shirt, tacos] = [await night(), await offer({ most: 5 }), await offer({ price: 8000 })];
  const id = await booked(departure, { add_ons: [{ id: shirt, quantity: 1 }] });
  await db().updateTable("add_ons").set({ price: 30_000 }).where("id", "=", shirt).execute();
  forgetAddOns({ db: db() });
  const change: Change = {
    kind: "add_ons",
    add_ons: [
      { id: shirt, quantity: 3 },
      { id: tacos, quantity: 2 },
    ],
  };
  const agreed = await agreedTo(id, change);
  expect(agreed).toMatchObject({
    quote: {
      before: { total: { amount_minor: 105_000 } },
      after: { people: 2, total: { amount_minor: 181_000 } },
      difference: { amount_minor: 76_000, currency: "MXN" },
      add_ons: [
        { name: "T-shirt", before: 1, after: 3 },
        { name: "T-shirt", before: 0, after: 2 },
      ],
    },
    why: {
      amount: { amount: 76_000 },
      steps: [
        { text: "why.change.addOn", values: { quantity: 2 }, adds: 60_000 },
        { text: "why.change.addOn", values: { quantity: 2 }, adds: 16_000 },
      ],
    },
  });
  const changeId = await held(id, change);
  expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
  expect((await openChange(staff(1), id))?.quote.add_ons).toMatchObject([
    { before: 1, after: 3 },
    { before: 0, after: 2 },
  ]);
  await pays(await goesToPay(id, changeId, 1), 2);
  expect(await boughtBy(id)).toEqual([
    [shirt, 3, 85_000],
    [tacos, 2, 16_000],
  ]);
  expect(await stage.bookingRow(id)).toMatchObject({
    add_ons: 101_000,
    subtotal: 80_000,
    total_price: 181_000,
    version: 2,
  });
  const email = await db()
    .selectFrom("emails")
    .select(["kind", "payload"])
    .where("booking_id", "=", id)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  expect(email).toMatchObject({ kind: "booking_confirmation", payload: { change: "add_ons" } });
  const receipts = await db()
    .selectFrom("receipts")
    .select("lines")
    .where("purchase_id", "=", id)
    .orderBy("issued_at")
    .execute();
  expect(receipts.at(-1)?.lines).toMatchObject({ change: { kind: "add_ons" } });
});

test("a reduced price of the places stays explained", async () => {
  const [departure, shirt] = [await night({ sale_price: 1500 }), await offer()];
  const id = await booked(departure);
  const { regular_unit_price: regular } = await stage.bookingRow(id);
  expect(regular).not.toBeNull();
  await pays(await goesToPay(id, await held(id, wish(shirt, 1))));
  expect(await stage.bookingRow(id)).toMatchObject({ regular_unit_price: regular, add_ons: 25_000 });
});

test.each([
  ["what isn't offered", () => wish(randomUUID(), 1), "add_on_unknown"],
  ["more than a booking may have", (shirt: string) => wish(shirt, 3), "add_on_too_many"],
  ["what it has already", (shirt: string) => wish(shirt, 1), "add_ons_same"],
  ["fewer", (shirt: string) => wish(shirt, 0), "add_ons_only_more"],
])("a guest who wants %s is refused", async (_, change, reason) => {
  const [departure, shirt] = [await night(), await offer()];
  const id = await booked(departure, { add_ons: [{ id: shirt, quantity: 1 }] });
  expect(await changes(id, change(shirt))).toMatchObject({ ok: false, reason });
});

test("what a change was about to add isn't deleted", async () => {
  const [departure, shirt] = [await night(), await offer()];
  await held(await booked(departure), wish(shirt, 1));
  expect(await deleteAddOn(staff(), { id: shirt })).toMatchObject({ reason: "add_on_in_use" });
});

test("a night whose sales are closed sells none, and one that is full does", async () => {
  const [departure, full, shirt] = [await night(), await night({ seats: 2 }), await offer()];
  const [id, other] = [await booked(departure), await booked(full)];
  expect(await changes(other, wish(shirt, 1))).toMatchObject({ ok: true, state: "to_pay" });
  await db()
    .updateTable("scheduled_crawls")
    .set({ sales_close_at: later(0) })
    .where("id", "=", departure)
    .execute();
  expect(await changes(id, wish(shirt, 1))).toMatchObject({ ok: false, reason: "departure_past" });
  expect(await bookableAddOns(staff(), id)).toEqual([]);
});

describe("a stock", () => {
  test("of one is bought by one of twenty who want it later at once", async () => {
    const departure = await night();
    const shirt = await offer({ stock: 1 });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await booked(departure));
    const agreed = await Promise.all(ids.map((id) => agreedTo(id, wish(shirt, 1))));
    const answers = await Promise.all(
      agreed.map(async (one) => (one.ok ? changeBooking(staff(), one.input, randomUUID()) : one)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.reason === "add_on_sold_out")).toHaveLength(19);
    expect(await leftOn(departure)).toEqual([0]);
    // the negative control: each of them had been offered it
    expect(agreed.every(({ ok }) => ok)).toBe(true);
  });

  test("is kept for whoever pays, given back by a change that is dropped, replaced or lapses", async () => {
    const departure = await night();
    const shirt = await offer({ stock: 2, most: 2 });
    const [id, other] = [await booked(departure), await booked(departure)];
    const changeId = await held(id, wish(shirt, 2));
    expect(await leftOn(departure)).toEqual([0]);
    expect(await bookableAddOns(staff(), id)).toMatchObject([{ most: 2, has: 0, left: 2 }]);
    expect(await changes(other, wish(shirt, 1))).toMatchObject({ reason: "add_on_sold_out", left: 0 });
    await dropChange(staff(1), { booking_id: id, token: null, change_id: changeId });
    expect(await leftOn(departure)).toEqual([2]);
    await held(other, wish(shirt, 2), 2);
    await held(other, wish(shirt, 1), 3);
    expect(await leftOn(departure)).toEqual([1]);
    await freeLapsedHolds(database.ctx({ now: later(60) }), departure);
    expect(await leftOn(departure)).toEqual([2]);
    expect(await boughtBy(other)).toEqual([]);
  });

  test("of a basket or an unpaid change that lapsed is there for the next one, before anybody sweeps", async () => {
    const departure = await night();
    const shirt = await offer({ stock: 1 });
    const [id, other] = [await booked(departure), await booked(departure)];
    await stage.books(departure, { add_ons: [{ id: shirt, quantity: 1 }] });
    expect(await changes(id, wish(shirt, 1), { minutes: 5 })).toMatchObject({ reason: "add_on_sold_out" });
    expect(await bookableAddOns(staff(90), id)).toMatchObject([{ left: 1 }]);
    await held(id, wish(shirt, 1), 90);
    await held(other, wish(shirt, 1), 200);
    const added = { add_ons: [{ id: shirt, quantity: 1 }] };
    expect(await stage.books(departure, added, 300)).toBeTypeOf("string");
    expect(await changes(id, wish(shirt, 1), { minutes: 301 })).toMatchObject({ reason: "add_on_sold_out", left: 0 });
  });

  test("for all nights isn't taken by a practice booking", async () => {
    const departure = await night();
    const shirt = await offer({ stock: 1, stock_per_night: false });
    const id = await booked(departure);
    await held(id, wish(shirt, 1));
    expect(await leftOn(departure)).toEqual([0]);
    expect(await stage.bookingRow(id)).toMatchObject({ test: true });
    const real = await takenOfAddOns(database.services.db, [shirt], {
      departureId: departure,
      except: null,
      practice: false,
      now: later(0),
    });
    expect(real.get(shirt)).toBeUndefined();
  });
});

test("paid after its hold lapsed: theirs where it is left, else the money goes back and the booking stays", async () => {
  const departure = await night();
  const shirt = await offer({ stock: 1 });
  const [id, late, other] = [await booked(departure), await booked(departure), await booked(departure)];
  const page = await goesToPay(id, await held(id, wish(shirt, 1)));
  await freeLapsedHolds(stage.at(60), departure);
  expect(await leftOn(departure)).toEqual([1]);
  await pays(page, 61);
  expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
  await db().updateTable("add_ons").set({ stock: 2 }).where("id", "=", shirt).execute();
  forgetAddOns({ db: db() });
  const lost = await goesToPay(late, await held(late, wish(shirt, 1), 62), 62);
  await freeLapsedHolds(stage.at(130), departure);
  await held(other, wish(shirt, 1), 131);
  await pays(lost, 132);
  expect(await boughtBy(late)).toEqual([]);
  expect(await stage.refunds(late)).toMatchObject([{ amount: 25_000, reason: "change_lost" }]);
});

test("two tabs: the same form twice buys once, and of two forms one wins", async () => {
  const [departure, shirt] = [await night(), await offer({ most: 5 })];
  const id = await booked(departure);
  const agreed = await agreedTo(id, wish(shirt, 1));
  if (!agreed.ok) throw new Error(agreed.reason);
  const key = randomUUID();
  const twice = await Promise.all([1, 2].map(() => changeBooking(staff(), agreed.input, key)));
  expect(twice).toEqual([twice[0], twice[0]]);
  await pays(await goesToPay(id, key), 1);
  expect(await changeBooking(staff(2), agreed.input, randomUUID())).toMatchObject({ reason: "booking_changed" });
  expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
});

test("cancelled afterward, what was handed out isn't refunded to the guest, the rest is", async () => {
  const [departure, shirt] = [await night(), await offer({ most: 5, stock: 4 })];
  const id = await booked(departure);
  await pays(await goesToPay(id, await held(id, wish(shirt, 3))));
  await handOut(departure, id, shirt);
  const ctx = staff(5);
  const { refund } = await priceCancellation(ctx, (await findBooking(ctx, id, null))!);
  expect(refund.amount_minor).toBe(80_000 + 50_000);
  expect(await cancelBooking(ctx, { booking_id: id, token: null, expected_refund: refund })).toMatchObject({
    ok: true,
  });
  expect((await stage.refunds(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(130_000);
  expect(await leftOn(departure)).toEqual([3]);
});

describe("staff", () => {
  const admin = { keeps: false };

  test("take some back, whose share goes back, but never what was handed out", async () => {
    const [departure, shirt] = [await night(), await offer({ most: 5, stock: 5 })];
    const id = await booked(departure, { add_ons: [{ id: shirt, quantity: 3 }] });
    await handOut(departure, id, shirt);
    expect(await changes(id, wish(shirt, 0), { admin })).toMatchObject({ reason: "add_on_handed_out", left: 1 });
    expect(await changes(id, wish(shirt, 1), { admin })).toEqual({ ok: true, state: "applied" });
    expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
    expect(await stage.refunds(id)).toMatchObject([{ amount: 50_000, reason: "customer" }]);
    expect(await stage.bookingRow(id)).toMatchObject({ add_ons: 25_000, total_price: 105_000 });
    expect(await leftOn(departure)).toEqual([4]);
  });

  test("take back what isn't offered any more, and give none of it", async () => {
    const [departure, shirt] = [await night(), await offer({ most: 5 })];
    const id = await booked(departure, { add_ons: [{ id: shirt, quantity: 1 }] });
    await db().updateTable("add_ons").set({ is_active: false }).where("id", "=", shirt).execute();
    forgetAddOns({ db: db() });
    expect(await bookableAddOns(staff(), id, true)).toMatchObject([{ id: shirt, price: null, most: 1, has: 1 }]);
    expect(await changes(id, wish(shirt, 2), { admin })).toMatchObject({ reason: "add_on_unknown" });
    expect(await changes(id, wish(shirt, 0), { admin })).toMatchObject({ state: "applied" });
    expect(await boughtBy(id)).toEqual([]);
  });

  test("give one for nothing, or take it back without a refund: the total stays, and the lines are what it has", async () => {
    const [departure, shirt] = [await night(), await offer({ most: 5 })];
    const id = await booked(departure);
    expect(await changes(id, wish(shirt, 2), { admin: { keeps: true } })).toMatchObject({ state: "applied" });
    expect(await stage.bookingRow(id)).toMatchObject({ add_ons: 0, discount: 0, total_price: 80_000 });
    expect(await boughtBy(id)).toEqual([[shirt, 2, 0]]);
    expect(await changes(id, wish(shirt, 0), { admin: { keeps: true } })).toMatchObject({ state: "applied" });
    expect(await stage.bookingRow(id)).toMatchObject({ add_ons: 0, discount: 0, total_price: 80_000 });
    expect(await stage.refunds(id)).toEqual([]);
  });

  test.each([
    ["another night", (_: string, there: string): Change => ({ kind: "date", departure_id: there }), 0],
    ["one person fewer", (): Change => ({ kind: "remove", positions: [2] }), -40_000],
    ["without it", (gift: string) => wish(gift, 0), 0],
  ])("a gift is never charged or refunded later: %s", async (_, change, difference) => {
    const [departure, there, gift] = [await night(), await night(), await offer({ most: null, stock: 2 })];
    const id = await booked(departure);
    await changes(id, wish(gift, 2), { admin: { keeps: true } });
    const agreed = await agreedTo(id, change(gift, there), { admin });
    expect(agreed).toMatchObject({ quote: { difference: { amount_minor: difference } } });
    const { refund } = await priceCancellation(staff(), (await findBooking(staff(), id, null))!);
    expect(refund.amount_minor).toBe(80_000);
  });

  test("a guest takes a gift along only where there are enough", async () => {
    const [departure, there, gift] = [await night(), await night(), await offer({ most: 5, stock: 2 })];
    const id = await booked(departure);
    await changes(id, wish(gift, 2), { admin: { keeps: true } });
    await booked(there, { add_ons: [{ id: gift, quantity: 1 }] });
    expect(await agreedTo(id, { kind: "date", departure_id: there })).toMatchObject({
      reason: "add_on_sold_out",
      left: 1,
    });
  });

  test("sell them during a night, which is paid then", async () => {
    const [departure, shirt] = [await night(), await offer({ most: 5 })];
    const id = await booked(departure);
    const [startsAt, endsAt] = [new Date(stage.at(-60).now), new Date(stage.at(60).now)];
    const times = { starts_at: startsAt, ends_at: endsAt, sales_close_at: startsAt };
    await db().updateTable("scheduled_crawls").set(times).where("id", "=", departure).execute();
    expect(await changes(id, wish(shirt, 1), {})).toMatchObject({ reason: "departure_past" });
    const answer = await changes(id, wish(shirt, 1), { admin });
    if (!answer.ok || answer.state !== "to_pay") throw new Error("not held");
    await pays(await goesToPay(id, answer.change_id, 1), 2);
    expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
  });

  test("a piece that is handed out while its return waits for payment keeps the booking as it is", async () => {
    const [departure, shirt, tacos] = [
      await night(),
      await offer({ most: 5 }),
      await offer({ most: 5, price: 90_000 }),
    ];
    const id = await booked(departure, { add_ons: [{ id: shirt, quantity: 1 }] });
    const change: Change = {
      kind: "add_ons",
      add_ons: [
        { id: shirt, quantity: 0 },
        { id: tacos, quantity: 1 },
      ],
    };
    const answer = await changes(id, change, { admin });
    if (!answer.ok || answer.state !== "to_pay") throw new Error("not held");
    const page = await goesToPay(id, answer.change_id);
    await handOut(departure, id, shirt);
    await pays(page, 1);
    expect(await boughtBy(id)).toEqual([[shirt, 1, 25_000]]);
    expect(await stage.refunds(id)).toMatchObject([{ amount: 65_000, reason: "change_lost" }]);
  });
});

test("after everything above the ledger agrees with the bookings, and add-ons with their lines", async () => {
  await checkLedger(staff(60 * 24));
  expect(await db().selectFrom("ledger_differences").selectAll().execute()).toEqual([]);
  const off = await database.services.pool.query(`select b.id from bookings b where b.add_ons <>
    (select coalesce(sum(amount), 0) from booking_add_ons x where x.booking_id = b.id)`);
  expect(off.rows).toEqual([]);
});
