import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { wordReceipt } from "#src/modules/books/receipts/rules/receipt-words.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { issueReceipt } from "#src/modules/books/receipts/issue-receipt.server.ts";
import { emailedReceipt, receiptsOf, receiptsPdf } from "#src/modules/books/receipts/queries.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { addPartner } from "#tests/crediting.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);

async function paid(departure: string, over: Parameters<typeof books>[1] = {}): Promise<string> {
  const booking = await books(departure, over);
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 3);
  return booking;
}

const only = async (booking: string) => {
  const receipts = await receiptsOf(at(0), booking);
  expect(receipts).toHaveLength(1);
  return receipts[0]!;
};

test("a payment that confirms a booking has its receipt: what was sold, its tax, its pesos", async () => {
  const booking = await paid(await newDeparture(), { currency: "EUR" });
  const { reference } = await stage.bookingRow(booking);
  expect(await only(booking)).toMatchObject({
    folio: expect.stringMatching(/^TEST-CDMX-\d{6}$/),
    date: "2026-11-20",
    test: true,
    currency: "EUR",
    amount: 3680,
    tax_percent: 16,
    tax_amount: 508,
    pesos_amount: 80_000,
    provider: "sandbox",
    method: "card",
    seller: { name: "Ronda", rfc: "", address: "" },
    lines: { reference, crawl: "Ronda Test", people: 2, change: null, unit_price: 1840, subtotal: 3680, discount: 0 },
    refunds: [],
  });
});

test("however often its news comes there is one receipt, and it takes no change", async () => {
  const booking = await books(await newDeparture());
  const { externalId, paymentId } = await goesToPay(booking);
  provider.pays(externalId);
  await Promise.all([webhook(externalId, 3), webhook(externalId, 3), stage.comesBack(booking, 3)]);
  await database.services.db.transaction().execute((tx) => issueReceipt(at(5), tx, { paymentId }));
  await only(booking);
  const { db } = database.services;
  await expect(db.updateTable("receipts").set({ amount: 1 }).execute()).rejects.toThrow("append-only");
  await expect(db.deleteFrom("receipts").execute()).rejects.toThrow("append-only");
});

test("the partner who sent the guest is named where they want it, as the receipt was issued", async () => {
  const { db } = database.services;
  const buys = async (on_receipts: boolean) => {
    const partner = await addPartner(db, { name: "Hostel Sol", code: on_receipts ? "SOL-1" : "SOL-2", on_receipts });
    const booking = await paid(await newDeparture(), { partner_code: on_receipts ? "sol-1" : "sol-2" });
    await db.updateTable("partners").set({ name: "Hostel Luna" }).where("id", "=", partner).execute();
    return only(booking);
  };
  const [named, unnamed] = [await buys(true), await buys(false)];
  expect([named.lines.partner, unnamed.lines.partner]).toEqual(["Hostel Sol", null]);
  const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);
  expect(wordReceipt(en.t, "en", named).facts).toContainEqual(["Booked through", "Hostel Sol"]);
  expect(wordReceipt(es.t, "es", named).facts).toContainEqual(["Reservado a través de", "Hostel Sol"]);
  expect(wordReceipt(en.t, "en", unnamed).facts.map(([label]) => label)).not.toContain("Booked through");
});

test("what is free, and what was paid too late, has none", async () => {
  await addCoupon(database.services.db, { code: "NOTHING", value: 100 });
  const gift = await books(await newDeparture(), { coupon_code: "NOTHING" });
  await startPayment(at(0), { of: bookingRef(gift), provider: "free", method: "free" }, `free-${gift}`);
  expect(await stage.bookingRow(gift)).toMatchObject({ status: "confirmed" });
  expect(await receiptsOf(at(0), gift)).toEqual([]);
  expect(await receiptsPdf(at(0), gift, "es")).toBeNull();

  const departure = await newDeparture({ seats: 2, late_tolerance: 0 });
  const late = await books(departure);
  const { externalId } = await goesToPay(late);
  const other = await books(departure, {}, 40);
  const attempt = await goesToPay(other, 40);
  provider.pays(attempt.externalId);
  await webhook(attempt.externalId, 41);
  provider.pays(externalId);
  await webhook(externalId, 45);
  expect((await stage.payments(late))[0]).toMatchObject({ status: "succeeded", placement: "unplaced" });
  expect(await receiptsOf(at(0), late)).toEqual([]);
  expect(await receiptsOf(at(0), other)).toHaveLength(1);
});

test("a change that is paid for has a receipt of its own, over the difference", async () => {
  const booking = await paid(await newDeparture());
  const owner = asOwner(booking);
  await buysLater(booking, { kind: "add", names: ["Marta"] });
  expect(await receiptsOf(at(0), booking)).toMatchObject([
    { amount: 80_000, lines: { people: 2, change: null } },
    { amount: 40_000, lines: { people: 3, change: { kind: "add", people_before: 2 } } },
  ]);
  const emailed = async (ofChange: boolean) =>
    (await emailedReceipt(at(6), { bookingId: booking, ofChange, locale: "en" }))?.filename ?? null;
  const [own, added] = (await receiptsOf(at(0), booking)).map(({ folio }) => `receipt-${folio}.pdf`);
  expect([await emailed(false), await emailed(true)]).toEqual([own, added]);

  // a later free change has no receipt, and its email doesn't attach that of the change before
  const move = { kind: "date" as const, departure_id: await newDeparture() };
  const free = await priceChange(await owner(7), { booking_id: booking, token: null, change: move });
  if (!free.ok) throw new Error(free.reason);
  const nothing = { version: free.quote.version, difference_minor: 0, currency: "MXN" as const };
  const moved = { booking_id: booking, token: null, change: move, expected: nothing };
  expect(await changeBooking(await owner(7), moved, randomUUID())).toMatchObject({ ok: true, state: "applied" });
  expect([await emailed(false), await emailed(true)]).toEqual([own, null]);
});

test("a receipt names the add-ons that were paid with it, as they were called, whatever is given back later", async () => {
  const { db } = database.services;
  const [shirt, tacos] = [await addAddOn(db, { price: 25_000, most: 9 }), await addAddOn(db, { price: 8000, most: 9 })];
  await db.updateTable("add_ons").set({ name: "Tacos", name_es: "Taquitos" }).where("id", "=", tacos).execute();
  forgetAddOns({ db });
  const booking = await paid(await newDeparture(), { add_ons: [{ id: shirt, quantity: 2 }] });
  const first = { name: "T-shirt", name_es: "Playera", quantity: 2, amount: 50_000 };
  expect(await only(booking)).toMatchObject({ amount: 130_000, lines: { add_ons: 50_000, add_on_lines: [first] } });

  const wish = [
    { id: shirt, quantity: 3 },
    { id: tacos, quantity: 2 },
  ];
  await buysLater(booking, { kind: "add_ons", add_ons: wish });
  await db.updateTable("add_ons").set({ name: "Renamed" }).where("id", "in", [shirt, tacos]).execute();
  const fewer = { kind: "add_ons" as const, add_ons: [{ id: shirt, quantity: 1 }] };
  const staff = at(6, { kind: "user", role: "manager" });
  expect(await changes(staff, booking, { change: fewer, admin: { keeps: false } })).toMatchObject({ state: "applied" });
  const more = [
    { ...first, quantity: 1, amount: 25_000 },
    { name: "Tacos", name_es: "Taquitos", quantity: 2, amount: 16_000 },
  ];
  expect((await receiptsOf(at(0), booking)).map(({ amount, lines }) => [amount, lines.add_on_lines])).toEqual([
    [130_000, [first]],
    [41_000, more],
  ]);
  // another change of the same booking names none
  const others = await paid(await newDeparture());
  await buysLater(others, { kind: "add", names: ["Zoë Bell"] });
  expect((await receiptsOf(at(0), others)).map(({ lines }) => lines.add_on_lines)).toEqual([[], []]);
});

test("a refund stands beside the receipt, which stays as it was", async () => {
  const booking = await paid(await newDeparture());
  const before = await only(booking);
  const expected_refund = { amount_minor: 80_000, currency: "MXN" } as const;
  const cancelled = await cancelBooking(await asOwner(booking)(6), {
    booking_id: booking,
    token: null,
    expected_refund,
  });
  expect(cancelled).toMatchObject({ ok: true });
  expect(await only(booking)).toEqual({
    ...before,
    kept: 0,
    refunds: [{ amount: 80_000, currency: "MXN", done: false, date: expect.any(String) }],
  });
});

test("its PDF is one page in the language asked for", async () => {
  const booking = await paid(await newDeparture());
  const { folio } = await only(booking);
  const pdf = await receiptsPdf(at(0), booking, "es");
  expect(pdf).toMatchObject({ filename: `receipt-${folio}.pdf`, contentType: "application/pdf" });
  expect(pdf!.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf!.content.toString("latin1").match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
});

describe("the numbers of a site", () => {
  const folios = async (site: string) => {
    const rows = await database.services.db
      .selectFrom("receipts")
      .select("folio")
      .where("site_tag", "=", site)
      .orderBy("folio")
      .execute();
    return rows.map(({ folio }) => folio);
  };
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  /** Bookings of a site, each with an open attempt that has been paid at the provider. */
  async function paidAt(site: "oaxaca" | "puerto_vallarta", count: number): Promise<string[]> {
    const departure = await newDeparture({ seats: 200 });
    return Promise.all(
      Array.from({ length: count }, async () => {
        const booking = await books(departure);
        await database.services.db.updateTable("bookings").set({ site_tag: site }).where("id", "=", booking).execute();
        const { externalId } = await goesToPay(booking);
        provider.pays(externalId);
        return externalId;
      }),
    );
  }

  test("have no gap and none twice after fifty settlements at once, some of which are taken back", async () => {
    const paidOnes = await paidAt("oaxaca", 50);
    let unlucky = 0;
    const failing = (ctx: Context): Context => ({
      ...ctx,
      publish: async (of, tx, event) => {
        await ctx.publish(of, tx, event);
        if (event.name === "payment.bought" && unlucky++ % 3 === 0) throw new Error("the database is full");
      },
    });
    const idOf = (external: string) => external.replace("sandbox_", "");
    const first = await Promise.allSettled(paidOnes.map((id) => settlePayment(failing(at(3)), idOf(id))));
    expect(first.filter(({ status }) => status === "rejected").length).toBeGreaterThan(10);
    await Promise.all(paidOnes.map((id) => settlePayment(at(4), idOf(id))));
    expect(await folios("oaxaca")).toEqual(upTo(50));
  });

  test("would have gaps if a sequence gave them", async () => {
    const { pool } = database.services;
    await pool.query("create sequence folios");
    const draw = async (lost: boolean) => {
      const client = await pool.connect();
      await client.query("begin");
      const { rows } = await client.query<{ folio: string }>("select nextval('folios') as folio");
      await client.query(lost ? "rollback" : "commit");
      client.release();
      return lost ? [] : [Number(rows[0]!.folio)];
    };
    const drawn = (await Promise.all(upTo(30).map((n) => draw(n % 3 === 0)))).flat().toSorted((a, b) => a - b);
    expect(drawn).not.toEqual(upTo(20));
  });

  test("of two sites are two series", async () => {
    await Promise.all((await paidAt("puerto_vallarta", 3)).map((id) => webhook(id, 3)));
    expect(await folios("puerto_vallarta")).toEqual([1, 2, 3]);
  });
});

/** The guest changes their booking, and pays for it. */
async function buysLater(booking: string, change: Change): Promise<void> {
  const owner = await asOwner(booking)(4);
  const changed = await changes(owner, booking, { change });
  if (!changed.ok || changed.state === "applied") throw new Error("the change should wait for its payment");
  const input = { of: changeRef(booking, changed.change_id), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(4), input, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  provider.pays(`sandbox_${started.payment_id}`);
  await webhook(`sandbox_${started.payment_id}`, 5);
}

/** Changes a booking at the price that is said. */
async function changes(ctx: Context, booking: string, wish: { change: Change; admin?: { keeps: boolean } }) {
  const priced = await priceChange(ctx, { booking_id: booking, token: null, ...wish });
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return changeBooking(ctx, { booking_id: booking, token: null, expected, ...wish }, randomUUID());
}

/** The guest who booked, identified by browser. */
const asOwner = (booking: string) => async (minutes: number) => {
  const { browser } = await stage.bookingRow(booking);
  return at(minutes, { browser });
};
