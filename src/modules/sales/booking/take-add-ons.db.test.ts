import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking, quoteBooking } from "#src/modules/sales/booking/queries.server.ts";
import { addOnsOfNight } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { redeemAddOn, takeBackAddOn } from "#src/modules/sales/booking/redeem-add-on.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { lacksAddOns, tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { insertAddOns } from "#src/modules/sales/booking/store/add-ons.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { diceFrom } from "#tests/dice.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// What is sold beside places: priced and taken with them, given back with them, and never more than there are.

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
const chosen = (id: string, quantity = 1) => ({ add_ons: [{ id, quantity }] });
let guests = 0;
const guest = () => {
  const n = guests++;
  const ctx = database.ctx({ actor: { browser: `add-ons-${n}`, address: `10.${n >> 8}.${n & 255}.1` } });
  const customer = { ...bookingInput("").customer, email: `guest${n}@example.test`, phone: `+52 55 ${20_000_000 + n}` };
  return { ctx, customer };
};
const book = (departure: string, over = {}, { ctx, customer } = guest(), key: string = randomUUID()) =>
  placeBooking(ctx, bookingInput(departure, { customer, ...over }), key);
const staff = (minutes = 0) => stage.at(minutes, { kind: "user", role: "support" });
const boughtBy = async (id: string) => (await findBooking(staff(), id, null))!.private!.bought;
const leftOn = async (departure: string) => {
  const listed = await addOnsOfNight(database.ctx(), departure, { people: 2, currency: "MXN" });
  if (!listed.ok) throw new Error(listed.reason);
  return listed.addOns.map(({ left }) => left);
};

/** A paid booking of two people. */
async function paid(departure: string, over: object): Promise<string> {
  const id = await stage.books(departure, over);
  await pays(id);
  return id;
}

async function changes(id: string, change: Change, minutes = 0) {
  const priced = await priceChange(staff(minutes), { booking_id: id, token: null, change });
  if (!priced.ok) return priced;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return changeBooking(staff(minutes), { booking_id: id, token: null, change, expected }, randomUUID());
}

/** The guest pays, unless it can't be paid any more. */
async function pays(id: string) {
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
}

async function cancels(id: string) {
  const ctx = staff();
  const booking = (await findBooking(ctx, id, null))!;
  const { refund } = await priceCancellation(ctx, booking);
  return cancelBooking(ctx, { booking_id: id, token: null, expected_refund: refund });
}

/** Acts that meet may be refused by throwing helpers; a constraint that is hurt is a bug. */
const ifBusy = (error: unknown) => {
  if (error instanceof Error && /violates|deadlock/.test(error.message)) throw error;
};

test("are part of the total, at the price of the day, and no code makes them cheaper", async () => {
  const [departure, shirt] = [await night(), await offer({ most: 5 })];
  const quote = await quoteBooking(database.ctx(), {
    scheduled_crawl_id: departure,
    number_of_people: 2,
    currency: "MXN",
    ...chosen(shirt, 3),
  });
  expect(quote).toMatchObject({ quote: { add_ons: { amount_minor: 75_000 }, total: { amount_minor: 155_000 } } });
  const id = await paid(departure, chosen(shirt, 3));
  await db().updateTable("add_ons").set({ price: 99_900 }).where("id", "=", shirt).execute();
  expect(await findBooking(staff(), id, null)).toMatchObject({
    status: "confirmed",
    total: { amount_minor: 155_000 },
    private: {
      add_ons: 75_000,
      bought: [{ id: shirt, name: "T-shirt", quantity: 3, amount: { amount_minor: 75_000 } }],
    },
  });
});

test.each([
  ["that don't exist", () => chosen(randomUUID()), "add_on_unknown"],
  ["beyond one for each person", (id: string) => chosen(id, 3), "add_on_too_many"],
])("%s are refused, and no place is taken", async (_, wish, reason) => {
  const [departure, ride] = [await night(), await offer()];
  expect(await book(departure, wish(ride))).toMatchObject({ ok: false, reason });
  expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0 });
});

test.each([null, 5])("that were just deleted elsewhere are refused, with a stock of %s", async (stock) => {
  const [departure, shirt] = [await night(), await offer({ stock })];
  expect(await leftOn(departure)).toEqual([stock]);
  await db().deleteFrom("add_ons").where("id", "=", shirt).execute();
  expect(await book(departure, chosen(shirt))).toMatchObject({ ok: false, reason: "add_on_unknown" });
  expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0 });
});

describe("a stock", () => {
  test("of five is sold to five of fifty who want it at once, on whatever night", async () => {
    const nights = await Promise.all(Array.from({ length: 5 }, () => night()));
    const shirt = await offer({ stock: 5, stock_per_night: false });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => book(nights[n % 5]!, chosen(shirt))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    expect(answers.filter((one) => !one.ok && one.reason === "add_on_sold_out")).toHaveLength(45);
    const seats = await Promise.all(nights.map((id) => seatsOf(db(), id)));
    // who got none keeps no place either
    expect(seats.reduce((sum, { held }) => sum + held, 0)).toBe(10);
    expect(await leftOn(nights[0]!)).toEqual([0]);
  });

  const withoutLock = (...[on, wish]: Parameters<typeof tooFewAddOns>) => lacksAddOns(on, wish, later(0));
  test.each([
    ["counted under its lock, the last one is one's", tooFewAddOns, [null, "add_on_sold_out"]],
    ["without the lock both would have it: the negative control", withoutLock, [null, null]],
  ])("%s", async (_, ask, outcomes) => {
    const shirt = await offer({ stock: 1, stock_per_night: false });
    const [one, other] = [await night(), await night()];
    const bookings = [await stage.books(one), await stage.books(other)];
    const clients = [await database.services.pool.connect(), await database.services.pool.connect()];
    const wish = (departureId: string) => ({ departureId, lines: [{ id: shirt, quantity: 1 }], practice: true });
    const line = [{ id: shirt, quantity: 1, amount: 25_000, per_person: true }];
    try {
      for (const client of clients) await client.query("begin");
      const first = await ask(clients[0]!, wish(one));
      const second = ask(clients[1]!, wish(other));
      // without a lock it has its answer before the first one commits
      if (ask === withoutLock) await second;
      await insertAddOns(clients[0]!, bookings[0]!, line);
      await clients[0]!.query("commit");
      expect([first?.reason ?? null, (await second)?.reason ?? null]).toEqual(outcomes);
    } finally {
      await clients[1]!.query("rollback");
      for (const client of clients) client.release();
    }
  });

  test("for each night is another one's on another night", async () => {
    const [one, other] = [await night(), await night()];
    const shirt = await offer({ stock: 1 });
    expect(await book(one, chosen(shirt))).toMatchObject({ ok: true });
    expect(await book(one, chosen(shirt))).toMatchObject({ ok: false, reason: "add_on_sold_out", left: 0 });
    expect(await book(other, chosen(shirt))).toMatchObject({ ok: true });
  });

  test("is given back by a basket that is replaced, or lapses, and a guest who comes back must find it", async () => {
    const departure = await night();
    const shirt = await offer({ stock: 1 });
    const who = guest();
    const first = await book(departure, chosen(shirt), who);
    const second = await book(departure, { ...chosen(shirt), special_requests: "Vegan" }, who);
    expect([first, second]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await leftOn(departure)).toEqual([0]);
    await freeLapsedHolds(database.ctx({ now: later(32) }), departure);
    expect(await leftOn(departure)).toEqual([1]);
    const { ctx, customer } = guest();
    expect(await book(departure, chosen(shirt), { ctx: { ...ctx, now: later(32) }, customer })).toMatchObject({
      ok: true,
    });
    const again = await retakeHold(database.ctx({ now: later(32) }), second.ok ? second.booking.id : "");
    expect(again).toMatchObject({ ok: false, reason: "add_on_sold_out" });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, held: 2 });
  });
});

describe("a stock for all nights of which a lapsed basket of another night has the last one, before it is swept", () => {
  const late = ({ ctx, customer } = guest()) => ({ ctx: stage.at(32, ctx.actor), customer });
  const lapsing = async () => {
    const shirt = await offer({ stock: 1, stock_per_night: false });
    const basket = await stage.books(await night(), chosen(shirt));
    return { shirt, basket };
  };

  test("is sold to a guest, once, and the basket is over", async () => {
    const { shirt, basket } = await lapsing();
    const nights = [await night(), await night()];
    const answers = await Promise.all(nights.map((departure) => book(departure, chosen(shirt), late())));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers).toContainEqual(expect.objectContaining({ reason: "add_on_sold_out", left: 0 }));
    expect(await stage.bookingRow(basket)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
  });

  test("stays the basket's if that turns out to be paid", async () => {
    const { shirt, basket } = await lapsing();
    const { externalId } = await stage.goesToPay(basket);
    stage.provider.pays(externalId);
    expect(await book(await night(), chosen(shirt), late())).toMatchObject({ reason: "add_on_sold_out" });
    expect(await stage.bookingRow(basket)).toMatchObject({ status: "confirmed" });
  });

  test("leaves alone what is of another add-on, and of a stock for each night", async () => {
    const { shirt } = await lapsing();
    const [ride, departure] = [await offer({ stock: 1 }), await night()];
    const other = await stage.books(await night(), chosen(ride));
    expect(await book(departure, chosen(ride), late())).toMatchObject({ ok: true });
    expect(await book(departure, chosen(ride), late())).toMatchObject({ reason: "add_on_sold_out" });
    expect(await book(departure, chosen(shirt), late())).toMatchObject({ ok: true });
    expect(await stage.bookingRow(other)).toMatchObject({ status: "pending" });
  });

  test("is sold to a guest who buys it later", async () => {
    const id = await paid(await night(), {});
    const { shirt } = await lapsing();
    const change = { kind: "add_ons" as const, add_ons: [{ id: shirt, quantity: 1 }] };
    expect(await changes(id, change, 32)).toMatchObject({ ok: true });
  });

  test("is there for a guest who comes back to a basket of their own", async () => {
    const shirt = await offer({ stock: 1, stock_per_night: false });
    const own = await stage.books(await night(), chosen(shirt));
    await freeLapsedHolds(database.ctx({ now: later(32) }), null);
    const { ctx, customer } = late();
    expect(await book(await night(), chosen(shirt), { ctx, customer })).toMatchObject({ ok: true });
    expect(await retakeHold(database.ctx({ now: later(40) }), own)).toMatchObject({ reason: "add_on_sold_out" });
    expect(await retakeHold(database.ctx({ now: later(70) }), own)).toMatchObject({ ok: true });
  });
});

describe("money for a booking that had lapsed", () => {
  /** A booking of the only one, lapsed and ended, and its way to pay. */
  const ended = async () => {
    const [departure, shirt] = [await night(), await offer({ stock: 1, stock_per_night: false })];
    const id = await stage.books(departure, chosen(shirt));
    const { externalId } = await stage.goesToPay(id);
    await freeLapsedHolds(stage.at(32), null);
    expect(await stage.bookingRow(id)).toMatchObject({ status: "cancelled" });
    return { departure, shirt, id, externalId };
  };
  const takes = (id: string, minutes: number) => {
    const expected = { amount_minor: 105_000, currency: "MXN" } as const;
    return takePayment(staff(minutes), { of: bookingRef(id), way: "cash", expected }, randomUUID());
  };

  test("isn't taken by hand while another has the last add-on, and is once that one is over", async () => {
    const { departure, shirt, id } = await ended();
    const rival = await stage.books(await night(), chosen(shirt), 33);
    expect(await takes(id, 34)).toMatchObject({ reason: "add_on_sold_out", left: 0 });
    expect(await stage.bookingRow(id)).toMatchObject({ status: "cancelled" });
    expect((await stage.payments(id)).map(({ provider }) => provider)).toEqual(["sandbox"]);
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, confirmed: 0 });
    // it has lapsed, on another night, and is swept by the taking
    expect(await takes(id, 70)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(rival)).toMatchObject({ status: "cancelled" });
    expect((await stage.payments(id)).at(-1)).toMatchObject({ provider: "cash", placement: "seats_free" });
  });

  test("buys it all the same where it was paid online, and staff hear of it", async () => {
    const { shirt, id, externalId } = await ended();
    await paid(await night(), chosen(shirt));
    stage.provider.pays(externalId);
    await stage.webhook(externalId, 40);
    expect(await stage.bookingRow(id)).toMatchObject({ status: "confirmed" });
    expect(await stage.payments(id)).toMatchObject([{ status: "succeeded", placement: "tolerance" }]);
    expect(stage.factsOf(id)).toContain("booking.placed_late");
  });
});

describe("a change of a booking", () => {
  test("with fewer people gives back what was one for each, and keeps the rest", async () => {
    const departure = await night();
    const [ride, shirt] = [await offer(), await offer({ most: 5, price: 30_000 })];
    const add_ons = [
      { id: ride, quantity: 2 },
      { id: shirt, quantity: 2 },
    ];
    const id = await paid(departure, { add_ons });
    expect(await changes(id, { kind: "remove", positions: [2] })).toMatchObject({ ok: true });
    expect(await boughtBy(id)).toMatchObject([
      { id: ride, quantity: 1, amount: { amount_minor: 25_000 } },
      { id: shirt, quantity: 2, amount: { amount_minor: 60_000 } },
    ]);
    expect((await findBooking(staff(), id, null))!.total).toMatchObject({ amount_minor: 40_000 + 85_000 });
  });

  test("to another night takes them along, where there are enough", async () => {
    const [from, full, to] = [await night(), await night(), await night()];
    const shirt = await offer({ stock: 1 });
    const id = await paid(from, chosen(shirt));
    expect(await book(full, chosen(shirt))).toMatchObject({ ok: true });
    expect(await changes(id, { kind: "date", departure_id: full })).toMatchObject({
      ok: false,
      reason: "add_on_sold_out",
    });
    expect(await changes(id, { kind: "date", departure_id: to })).toMatchObject({ ok: true });
    expect([await leftOn(from), await leftOn(to)]).toEqual([[1], [0]]);
    expect((await boughtBy(id)).map(({ quantity }) => quantity)).toEqual([1]);
  });
});

describe("what is handed out", () => {
  const piece = (departureId: string, bookingId: string, addOnId: string, id: string = randomUUID()) => ({
    departureId,
    bookingId,
    addOnId,
    id,
    deviceAt: null,
  });

  test("counts once however often it is sent, is never more than was bought, and can be taken back", async () => {
    const departure = await night();
    const shirt = await offer({ most: 5 });
    const id = await paid(departure, chosen(shirt, 2));
    const tap = piece(departure, id, shirt);
    for (const _ of [1, 2]) expect(await redeemAddOn(staff(), tap)).toMatchObject({ ok: true, name: "T-shirt" });
    expect(await boughtBy(id)).toMatchObject([{ quantity: 2, handed_out: 1 }]);
    const at = await Promise.all([1, 2, 3].map(() => redeemAddOn(staff(), piece(departure, id, shirt))));
    expect(at.filter(({ ok }) => ok)).toHaveLength(1);
    expect(at.filter((one) => !one.ok && one.reason === "add_on_all_out")).toHaveLength(2);
    const back = piece(departure, id, shirt);
    for (const _ of [1, 2]) expect(await takeBackAddOn(staff(), back)).toMatchObject({ ok: true });
    expect(await boughtBy(id)).toMatchObject([{ handed_out: 1 }]);
    expect(await redeemAddOn(staff(), piece(await night(), id, shirt))).toMatchObject({ reason: "add_on_not_found" });
  });

  test("isn't refunded to a guest who cancels, nor sold again", async () => {
    const departure = await night();
    const shirt = await offer({ most: 5, stock: 3 });
    const id = await paid(departure, chosen(shirt, 2));
    await redeemAddOn(staff(), piece(departure, id, shirt));
    const ctx = staff();
    const priced = await priceCancellation(ctx, (await findBooking(ctx, id, null))!);
    expect(priced).toMatchObject({ refund: { amount_minor: 105_000 }, handedOut: 25_000 });
    const wish = { booking_id: id, token: null, expected_refund: { amount_minor: 105_000, currency: "MXN" as const } };
    expect(await cancelBooking(ctx, wish)).toMatchObject({ ok: true });
    expect(await leftOn(departure)).toEqual([2]);
    // where we cancel, it is
    const other = await paid(departure, chosen(shirt));
    await redeemAddOn(staff(), piece(departure, other, shirt));
    const theirs = await priceCancellation(ctx, (await findBooking(ctx, other, null))!, "operator");
    expect(theirs).toMatchObject({ refund: { amount_minor: 105_000 }, handedOut: 0 });
  });
});

test("whatever guests and staff do at once, a stock is never oversold, and what is left is what nobody has", async () => {
  const nights = [await night({ seats: 200 }), await night({ seats: 200 })] as const;
  const stock = 6;
  const shirt = await offer({ stock, most: 5 });
  const { next, below, of } = diceFrom(213);

  const booked: string[] = [];
  for (let round = 0; round < 12; round++) {
    const acts = Array.from({ length: 5 }, () => {
      const [act, departure, id] = [next(), of(nights), booked.length > 0 ? of(booked) : null];
      if (act < 0.5 || !id)
        return async () => {
          const placed = await book(departure, chosen(shirt, 1 + below(3)));
          if (placed.ok) booked.push(placed.booking.id);
        };
      if (act < 0.65) return () => freeLapsedHolds(database.ctx({ now: later(32) }), departure);
      if (act < 0.8) return () => pays(id);
      if (act < 0.85) return () => changes(id, { kind: "date", departure_id: departure });
      const quantity = 1 + below(5);
      if (act < 0.93) return () => changes(id, { kind: "add_ons", add_ons: [{ id: shirt, quantity }] });
      return () => cancels(id);
    });
    await Promise.all(acts.map((act) => act().catch(ifBusy)));
    for (const departure of nights) {
      const rows = await db()
        .selectFrom("booking_add_ons as x")
        .innerJoin("bookings as b", "b.id", "x.booking_id")
        .select("x.quantity")
        .where("x.add_on_id", "=", shirt)
        .where("b.scheduled_crawl_id", "=", departure)
        .where("b.status", "<>", "cancelled")
        .execute();
      const unpaid = await db()
        .selectFrom("change_add_ons as x")
        .innerJoin("booking_changes as c", "c.id", "x.change_id")
        .select("x.quantity")
        .where("c.status", "=", "pending")
        .where("c.to_departure_id", "=", departure)
        .execute();
      const sold = [...rows, ...unpaid].reduce((sum, { quantity }) => sum + quantity, 0);
      expect(sold).toBeLessThanOrEqual(stock);
      expect(await leftOn(departure)).toEqual([stock - sold]);
    }
  }
  expect(booked.length).toBeGreaterThan(5);
});

test("after everything above the ledger agrees with the bookings", async () => {
  await checkLedger(staff(60 * 24));
  expect(await db().selectFrom("ledger_differences").selectAll().execute()).toEqual([]);
});
