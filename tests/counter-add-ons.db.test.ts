import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { QueryConfig } from "pg";
import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { doorOffer, doorSale, tillsPage } from "#src/modules/evening/till/queries.server.ts";
import type { DoorSale } from "#src/modules/evening/till/schema.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { undoSale } from "#src/modules/evening/till/undo-sale.server.ts";
import { checkCredit } from "#src/modules/evening/till/check-credit.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { addOnsByHand, handPrice } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import type { HandBooking } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { cancelSale as cancelDeskSale } from "#src/modules/partners/desk/cancel-sale.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import {
  addOnsAtDesk,
  deskOf,
  deskSale as shownAtDesk,
  type DeviceRow,
} from "#src/modules/partners/desk/queries.server.ts";
import type { DeskSale } from "#src/modules/partners/desk/schema.ts";
import { sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { type Context, missingRight, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { openDb } from "#src/platform/db.server.ts";
import { loader } from "#src/routes/admin/office/new-booking.tsx";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

// What is sold beside places at the door, at a partner's desk and by hand: priced, taken and given back as in the checkout.

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let boss = "";
beforeAll(async () => {
  await seedMinimal(db());
  boss = (await addAccount(db(), { role: "manager" })).id;
});
beforeEach(async () => {
  await db().updateTable("add_ons").set({ is_active: false }).execute();
  forgetAddOns({ db: db() });
});

// noon of the tests is in Mexico City's morning; its night runs ten hours later
const RUNNING = 10 * 60;
/** when the site sells it too */
const BEFORE = 60;
const tonight = async () => addDeparture(db(), await addCrawl(db(), {}), { date: "2026-11-20" });
const offer = async (over: Parameters<typeof addAddOn>[1] = {}) => {
  const id = await addAddOn(db(), over);
  forgetAddOns({ db: db() });
  return id;
};
const as = (userId: string, minutes = RUNNING, role = "guide") =>
  stage.at(minutes, { kind: "user", role, userId, secondFactor: true });
const manager = () => as(boss, RUNNING, "manager");
async function guideWithTill(): Promise<string> {
  const guide = (await addAccount(db(), { role: "guide" })).id;
  const input = { intent: "open", key: randomUUID(), city_id: "mexico-city", float_MXN: 50_000, float_USD: 0 } as const;
  const opened = await openTill(as(guide), input);
  if (!opened.ok) throw new Error(opened.reason);
  return guide;
}
const sale = (departure_id: string, over: Partial<DoorSale> = {}): DoorSale => ({
  intent: "sell",
  key: randomUUID(),
  departure_id,
  people: 2,
  currency: "MXN",
  way: "cash",
  expected: null,
  name: "",
  email: "",
  language: "es",
  id_seen: true,
  let_in: true,
  ...over,
});
async function newDesk(limit = 400_000): Promise<DeviceRow> {
  const partner_id = await addPartner(db(), later(0), { code: `hostel-${randomUUID()}`, basis: "confirmed" });
  await db().updateTable("partners").set({ desk_credit_limit: limit }).where("id", "=", partner_id).execute();
  const admin = stage.at(BEFORE, { kind: "user", role: "admin" });
  const offered = await offerBinding(admin, { partner_id, name: "Reception" });
  if (!offered.ok) throw new Error(offered.reason);
  const bound = await bindDevice(stage.at(BEFORE), offered.token, { name: "Reception", pin: "274913" });
  if (!bound.ok) throw new Error(bound.reason);
  return (await deskOf(stage.at(BEFORE), bound.secret))!;
}
const deskSale = (departure_id: string, over: Partial<DeskSale> = {}): DeskSale => ({
  intent: "sell",
  key: randomUUID(),
  departure_id,
  people: 2,
  name: "Lena Brandt",
  email: "",
  phone: "+49 151 2345678",
  language: "en",
  way: "cash",
  expected: 80_000,
  ...over,
});
const of = (id: string, quantity = 1) => ({ add_ons: [{ id, quantity }] });
const sold = async (guide: string, input: DoorSale): Promise<string> => {
  const result = await sellAtDoor(as(guide), input);
  if (!result.ok) throw new Error(result.reason);
  return result.booking_id;
};
const linesOf = (booking: string) =>
  db()
    .selectFrom("booking_add_ons")
    .select(["add_on_id as id", "quantity", "amount"])
    .where("booking_id", "=", booking)
    .execute();
const leftAtDoor = async (guide: string, departure: string, addOn: string) => {
  const page = await doorOffer(as(guide));
  const night = page.ok ? page.departures.find(({ id }) => id === departure) : undefined;
  return night?.addOns.find(({ id }) => id === addOn)?.left;
};
const tillOf = async (guide: string) => {
  const page = await tillsPage(manager(), { night: null, state: "open" }, null);
  const { id } = await db().selectFrom("tills").select("id").where("user_id", "=", guide).executeTakeFirstOrThrow();
  return page.ok ? page.tills.find((till) => till.id === id)?.sums[0]?.expected : undefined;
};
const takenOut = async (booking: string) => {
  const rows = db().selectFrom("add_on_uses").select(["undone_at"]).where("booking_id", "=", booking);
  return (await rows.execute()).map(({ undone_at: undone }) => undone === null);
};

describe("at the door", () => {
  test("are offered with their price and what is left, sold with the places, and in the till", async () => {
    const [guide, departure] = [await guideWithTill(), await tonight()];
    const shirt = await offer({ most: 5, stock: 3, prices: JSON.stringify({ USD: 1400 }) });
    const page = await doorOffer(as(guide));
    const listed = page.ok ? page.departures.find(({ id }) => id === departure)?.addOns : undefined;
    expect(listed).toEqual([{ id: shirt, name: "T-shirt", prices: { MXN: 25_000, USD: 1400 }, most: 5, left: 3 }]);
    const id = await sold(guide, sale(departure, { ...of(shirt, 2), expected: 130_000 }));
    expect(await stage.bookingRow(id)).toMatchObject({ status: "confirmed", add_ons: 50_000, total_price: 130_000 });
    expect(await linesOf(id)).toEqual([{ id: shirt, quantity: 2, amount: 50_000 }]);
    expect([await tillOf(guide), await leftAtDoor(guide, departure, shirt)]).toEqual([180_000, 1]);
    expect(await doorSale(as(guide), id)).toMatchObject({
      ok: true,
      sale: { amount: 130_000, addOns: [{ id: shirt, name: "T-shirt", quantity: 2, out: 0 }] },
    });
    expect(await checkLedger(manager())).toBe(0);
  });

  test.each([
    ["that are sold out", { stock: 1 }, 2, "add_on_sold_out"],
    ["beyond one for each person", {}, 3, "add_on_too_many"],
    ["that aren't offered any more", { is_active: false }, 1, "add_on_unknown"],
  ])("%s are refused, and nothing is sold", async (_, over, quantity, reason) => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer(over)];
    const result = await sellAtDoor(as(guide), sale(departure, of(shirt, quantity)));
    expect(result).toMatchObject({ ok: false, reason });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0, confirmed: 0 });
    expect(await tillOf(guide)).toBe(50_000);
  });

  test("are sold once, however often a sale is sent; with others it is another sale", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 5, most: 5 })];
    const input = sale(departure, { ...of(shirt, 2), hand_out: "on" });
    const id = await sold(guide, input);
    expect([await sold(guide, input), await leftAtDoor(guide, departure, shirt)]).toEqual([id, 3]);
    expect(await takenOut(id)).toEqual([true, true]);
    expect(await sellAtDoor(as(guide), { ...input, ...of(shirt, 1) })).toMatchObject({
      ok: false,
      reason: "idempotency_conflict",
    });
    const { add_ons: _, ...without } = input;
    expect(await sellAtDoor(as(guide), without)).toMatchObject({ ok: false, reason: "idempotency_conflict" });
    expect(await tillOf(guide)).toBe(50_000 + 130_000);
  });

  test.each([["on"], [undefined]] as const)(
    "undone, they and their money come back; handed out: %s",
    async (hand_out) => {
      const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 2 })];
      const id = await sold(guide, sale(departure, { ...of(shirt, 2), ...(hand_out && { hand_out }) }));
      expect(await leftAtDoor(guide, departure, shirt)).toBe(0);
      for (const _ of [1, 2]) expect(await undoSale(as(guide), { booking_id: id })).toMatchObject({ ok: true });
      expect(await leftAtDoor(guide, departure, shirt)).toBe(2);
      expect(await takenOut(id)).toEqual(hand_out ? [false, false] : []);
      expect(await tillOf(guide)).toBe(50_000);
      expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, confirmed: 0 });
      expect(await checkLedger(manager())).toBe(0);
    },
  );

  test("aren't handed out before the guest has paid on their own phone", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer({ stock: 2 })];
    const id = await sold(guide, sale(departure, { ...of(shirt), way: "link", hand_out: "on" }));
    expect([await takenOut(id), await leftAtDoor(guide, departure, shirt)]).toEqual([[], 1]);
  });

  test("are paid by a code like the places", async () => {
    const [guide, departure, shirt] = [await guideWithTill(), await tonight(), await offer()];
    const gesture = {
      of: bookingRef(await stage.books(await tonight())),
      paymentId: null,
      money: { amount: 90_000, currency: "MXN" as const },
      test: true,
    };
    const creditId = await db()
      .transaction()
      .execute((tx) => giveCredit(stage.at(0), tx, gesture));
    const credit = db().selectFrom("credits").select("code").where("id", "=", creditId);
    const { code } = await credit.executeTakeFirstOrThrow();
    const wish = { departure_id: departure, people: 2, currency: "MXN", ...of(shirt), credit_code: code } as const;
    expect(await checkCredit(as(guide), wish)).toMatchObject({ ok: true, pays: 90_000 });
    const input = sale(departure, { ...of(shirt), expected: 105_000, credit_code: code, credit_pays: 90_000 });
    const id = await sold(guide, input);
    expect(await doorSale(as(guide), id)).toMatchObject({ sale: { state: "paid", amount: 15_000, credit: 90_000 } });
  });
});

describe("at a partner's desk", () => {
  test("are offered in pesos, sold with the places, owed by the partner, and part of what it earns by", async () => {
    const [desk, departure, shirt] = [await newDesk(), await tonight(), await offer({ most: 5, stock: 3 })];
    expect(await addOnsAtDesk(stage.at(BEFORE), departure)).toEqual({
      night: departure,
      offered: [{ id: shirt, name: "T-shirt", prices: { MXN: 25_000 }, most: 5, left: 3 }],
    });
    const input = deskSale(departure, { ...of(shirt, 2), expected: 130_000 });
    const first = await sellAtDesk(stage.at(BEFORE), desk, input);
    if (!first.ok) throw new Error(first.reason);
    expect(await sellAtDesk(stage.at(BEFORE), desk, input), "sent again").toEqual(first);
    expect(await stage.bookingRow(first.booking_id)).toMatchObject({ status: "confirmed", total_price: 130_000 });
    expect(await linesOf(first.booking_id)).toEqual([{ id: shirt, quantity: 2, amount: 50_000 }]);
    const owed = db().selectFrom("partner_cash").select("amount as cash").where("booking_id", "=", first.booking_id);
    expect(await owed.execute()).toEqual([{ cash: 130_000 }]);
    const earned = db().selectFrom("commission_lines").select("sale").where("booking_id", "=", first.booking_id);
    expect(await earned.execute()).toEqual([{ sale: 130_000 }]);
    expect((await addOnsAtDesk(stage.at(BEFORE), departure)).offered).toMatchObject([{ left: 1 }]);
    expect(await shownAtDesk(stage.at(BEFORE), desk, first.booking_id)).toMatchObject({
      ok: true,
      sale: { total: 130_000, addOns: [{ id: shirt, name: "T-shirt", quantity: 2 }] },
    });
    expect(await checkLedger(manager())).toBe(0);
  });

  test("that the guest pays alone are held with the places, and go back with them", async () => {
    const [desk, departure, shirt] = [await newDesk(), await tonight(), await offer({ stock: 1 })];
    const input = deskSale(departure, { ...of(shirt), way: "link", expected: 105_000 });
    const waits = await sellAtDesk(stage.at(BEFORE), desk, input);
    if (!waits.ok) throw new Error(waits.reason);
    expect((await addOnsAtDesk(stage.at(BEFORE), departure)).offered).toMatchObject([{ left: 0 }]);
    expect(await sellAtDesk(stage.at(BEFORE), desk, deskSale(departure, { ...of(shirt), expected: 105_000 }))).toEqual(
      expect.objectContaining({ ok: false, reason: "add_on_sold_out", left: 0 }),
    );
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, held: 2, confirmed: 0 });
    expect(await cancelDeskSale(stage.at(BEFORE), desk, waits)).toMatchObject({ ok: true });
    expect((await addOnsAtDesk(stage.at(BEFORE), departure)).offered).toMatchObject([{ left: 1 }]);
  });

  test("count toward what the partner may keep", async () => {
    const [desk, departure, shirt] = [await newDesk(100_000), await tonight(), await offer()];
    const input = deskSale(departure, { ...of(shirt), expected: 105_000 });
    expect(await sellAtDesk(stage.at(BEFORE), desk, input)).toMatchObject({ reason: "credit_limit", left: 100_000 });
    expect(await sellAtDesk(stage.at(BEFORE), desk, deskSale(departure))).toMatchObject({ ok: true });
  });

  test("aren't offered with a night that the site doesn't sell", async () => {
    const departure = await tonight();
    await offer();
    await db().updateTable("scheduled_crawls").set({ bookings_disabled: true }).where("id", "=", departure).execute();
    expect((await addOnsAtDesk(stage.at(BEFORE), departure)).offered).toEqual([]);
    expect((await addOnsAtDesk(stage.at(BEFORE), "nope")).offered).toEqual([]);
  });
});

describe("in a booking by hand", () => {
  const staff = () => stage.at(BEFORE, { kind: "user", role: "admin", userId: boss, secondFactor: true });
  const wish = (departure_id: string, over: Partial<HandBooking> = {}): HandBooking => ({
    key: randomUUID(),
    departure_id,
    people: 2,
    first_name: "Ana",
    last_name: "Ruiz",
    email: "ana@guest.test",
    phone: "",
    country: "MX",
    language: "es",
    requests: "",
    currency: "MXN",
    way: "cash",
    total: null,
    coupon_code: "",
    names: [],
    expected: null,
    ...over,
  });

  test("are offered, priced as they are sold, and sold once", async () => {
    const [departure, shirt] = [await tonight(), await offer({ most: 5, stock: 3 })];
    const input = wish(departure, of(shirt, 2));
    expect(await addOnsByHand(staff(), input)).toMatchObject({
      currency: "MXN",
      offered: [{ id: shirt, prices: { MXN: 25_000 }, most: 5, left: 3 }],
    });
    expect(await addOnsByHand(stage.at(BEFORE, { browser: "b" }), input)).toMatchObject({ offered: [] });
    expect(await handPrice(staff(), input)).toMatchObject({
      quote: { add_ons: { amount_minor: 50_000 }, total: { amount_minor: 130_000 } },
    });
    const first = await enterBooking(staff(), { ...input, expected: 130_000 });
    if (!first.ok) throw new Error(first.reason);
    expect(await enterBooking(staff(), { ...input, expected: 130_000 }), "sent again").toEqual(first);
    expect(await stage.bookingRow(first.booking_id)).toMatchObject({ status: "confirmed", total_price: 130_000 });
    expect(await linesOf(first.booking_id)).toEqual([{ id: shirt, quantity: 2, amount: 50_000 }]);
    expect(await enterBooking(staff(), wish(departure, of(shirt, 2)))).toMatchObject({
      reason: "add_on_sold_out",
      left: 1,
    });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, held: 0, confirmed: 2 });
  });

  test("stay on the form while another field isn't valid, which only its price waits for", async () => {
    const [departure, shirt] = [await tonight(), await offer()];
    const context = new RouterContextProvider();
    const ctx = staff();
    context.set(missingRight, null);
    context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
    const load = (fields: Record<string, string>) => {
      const query = new URLSearchParams({ departure_id: departure, [addOnField(shirt)]: "1", ...fields });
      return loader({ context, request: new Request(`http://ronda.test/?price&${query}`) } as never);
    };
    const offered = { currency: "MXN", offered: [{ id: shirt }] };
    expect(await load({})).toMatchObject({ addOns: offered, price: { quote: { add_ons: { amount_minor: 25_000 } } } });
    for (const field of [
      ["people", ""],
      ["total", "1,2,3"],
      ["way", "none"],
    ] as const)
      expect(await load(Object.fromEntries([field]))).toMatchObject({ addOns: offered, price: null });
    expect(await load({ departure_id: "" })).toMatchObject({ addOns: null, price: null });
  });

  test.each([
    ["free", { way: "free" }, 0],
    ["at a total of its own", { total: 60_000 }, 60_000],
  ] as const)("are in a booking that is %s", async (_, over, total) => {
    const [departure, shirt] = [await tonight(), await offer()];
    const booked = await enterBooking(staff(), wish(departure, { ...of(shirt), ...over }));
    if (!booked.ok) throw new Error(booked.reason);
    expect(await stage.bookingRow(booked.booking_id)).toMatchObject({ add_ons: 25_000, total_price: total });
    expect(await linesOf(booked.booking_id)).toEqual([{ id: shirt, quantity: 1, amount: 25_000 }]);
    expect(await checkLedger(manager())).toBe(0);
  });
});

describe("the last one", () => {
  /** Wanted at once at two doors, at a desk and in the checkout, on nights of their own. How many got it, and why others didn't. */
  async function wantedAtOnce(pool?: pg.Pool) {
    const shirt = await offer({ stock: 1, stock_per_night: false });
    const guides = [await guideWithTill(), await guideWithTill()];
    const desk = await newDesk();
    const nights = await Promise.all([1, 2, 3, 4].map(() => tonight()));
    const on = (ctx: Context): Context => (pool ? { ...ctx, pool: pool as never, db: openDb(pool) } : ctx);
    const answers = await Promise.all([
      ...guides.map((guide, n) => sellAtDoor(on(as(guide, BEFORE)), sale(nights[n]!, { people: 1, ...of(shirt) }))),
      sellAtDesk(on(stage.at(BEFORE)), desk, deskSale(nights[2]!, { ...of(shirt), expected: 105_000 })),
      placeBooking(on(stage.at(BEFORE, { browser: "b" })), bookingInput(nights[3]!, of(shirt)), randomUUID()),
    ]);
    return answers.map((one) => (one.ok ? "sold" : one.reason)).toSorted();
  }

  test("is sold once", async () => {
    expect(await wantedAtOnce()).toEqual(["add_on_sold_out", "add_on_sold_out", "add_on_sold_out", "sold"]);
  });

  test("control: counted without the lock it is sold more than once", async () => {
    const { pool } = database.services;
    const { promise: allThere, resolve } = Promise.withResolvers<void>();
    let counted = 0;
    /** The same connections, which lock no stock, and count what is taken before any of them has taken it. */
    const connect = async () => {
      const client = await pool.connect();
      const query = async (request: string | QueryConfig, values?: unknown[]) => {
        const { name = "" } = typeof request === "string" ? {} : request;
        if (name === "lock-stocks") {
          const { text, values: ids } = request as QueryConfig;
          return client.query({ text: text.replace("for no key update", ""), values: ids! });
        }
        const result = await client.query(request, values);
        if (name === "taken-add-ons" && ++counted === 4) resolve();
        if (name === "taken-add-ons") await allThere;
        return result;
      };
      return { query, release: (broken?: Error) => client.release(broken) };
    };
    const bare = new Proxy(pool, {
      get: (target, name) => {
        const own: unknown = name === "connect" ? connect : Reflect.get(target, name, target);
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
    expect(await wantedAtOnce(bare)).toEqual(["sold", "sold", "sold", "sold"]);
  });
});
