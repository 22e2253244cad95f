import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { optionFor, paymentOptions } from "#src/modules/money/payments/queries.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, factsOf } = stage;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const card = (booking_id: string) => ({ of: bookingRef(booking_id), provider: "sandbox", method: "card" }) as const;
const free = (booking_id: string) => ({ of: bookingRef(booking_id), provider: "free", method: "free" }) as const;
const start = (booking: string, key: string = randomUUID(), minutes = 0) =>
  startPayment(at(minutes), card(booking), key);

describe("starting to pay", () => {
  test("writes the payment, asks for the booking's own price and lets the session end a minute before the hold", async () => {
    const booking = await books(await newDeparture(), { currency: "EUR" });
    const { externalId, paymentId } = await goesToPay(booking);
    expect(provider.opened.get(externalId)).toMatchObject({
      paymentId,
      bookingId: booking,
      attempt: 1,
      money: { amount: 3680, currency: "EUR" },
      expiresAt: later(30),
      successUrl: `http://ronda.test/es/booking-confirmation/${booking}?payment=returned`,
    });
    expect(await stage.payments(booking)).toMatchObject([
      { status: "pending", amount: 3680, currency: "EUR", external_id: externalId, expires_at: later(30) },
    ]);
  });

  test("is refused when another sum was displayed, and what was answered before is answered again", async () => {
    const booking = await books(await newDeparture());
    const [key, view] = [randomUUID(), { amount_minor: 80_000, currency: "MXN" as const }];
    for (const displayed_total of [
      { ...view, amount_minor: 50_000 },
      { ...view, currency: "USD" as const },
    ])
      expect(await startPayment(at(0), { ...card(booking), displayed_total }, key)).toEqual({
        ok: false,
        reason: "price_changed",
      });
    expect(await stage.payments(booking)).toEqual([]);
    const first = await startPayment(at(0), { ...card(booking), displayed_total: view }, key);
    expect(first).toMatchObject({ ok: true });
    expect(await startPayment(at(1), { ...card(booking), displayed_total: view }, key)).toEqual(first);
  });

  test("is refused by who can't charge the booking's currency any more, and that way isn't shown", async () => {
    const { db } = database.services;
    const setting = (value: string) => {
      forgetSettings({ db });
      const row = { key: "provider_currencies", value };
      const result = db.insertInto("app_settings").values(row);
      return result.onConflict((c) => c.column("key").doUpdateSet({ value })).execute();
    };
    const booking = await books(await newDeparture(), { currency: "EUR" });
    const total = { amount_minor: 3680, currency: "EUR" } as const;
    expect(await optionFor(at(0), total, "card")).toEqual({ provider: "sandbox", method: "card" });
    await setting("sandbox: MXN");
    expect(await paymentOptions(at(0), total)).toEqual([]);
    expect(await optionFor(at(0), { ...total, currency: "MXN" }, "card")).not.toBeNull();
    expect(await start(booking)).toMatchObject({ ok: false, reason: "provider_not_offered" });
    await setting("");
    expect(await start(booking)).toMatchObject({ ok: true });
  });

  test("again with the same key gives the same attempt", async () => {
    const booking = await books(await newDeparture());
    const first = await start(booking, "same");
    expect(await start(booking, "same", 1)).toEqual(first);
    expect(await stage.payments(booking)).toHaveLength(1);
  });

  test("ten times at once with one key is one attempt", async () => {
    const booking = await books(await newDeparture());
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(booking, "tenfold")));
    const pages = answers.filter((a) => a.ok).map((a) => a.redirect_url);
    expect(pages).toHaveLength(10);
    expect(new Set(pages).size).toBe(1);
    expect(await stage.payments(booking)).toHaveLength(1);
  });

  test("with a key of another booking is a conflict", async () => {
    await start(await books(await newDeparture()), "theirs");
    const second = await start(await books(await newDeparture()), "theirs");
    expect(second).toMatchObject({ ok: false, reason: "idempotency_conflict" });
  });

  test("anew with another key is a new attempt at the same price, whatever the price is by now", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    await goesToPay(booking);
    const { db } = database.services;
    await db.updateTable("scheduled_crawls").set({ price: 9900 }).where("id", "=", departure).execute();
    await db.updateTable("currency_rates").set({ per_usd: 30 }).where("currency", "=", "MXN").execute();
    await goesToPay(booking, 1);
    await db.updateTable("currency_rates").set({ per_usd: 20 }).where("currency", "=", "MXN").execute();
    expect(await stage.payments(booking)).toMatchObject([
      { attempt: 1, amount: 80_000, currency: "MXN" },
      { attempt: 2, amount: 80_000, currency: "MXN" },
    ]);
  });

  test("leaves it paid when the provider's answer to a retry comes after the money", async () => {
    const booking = await books(await newDeparture());
    const { createAttempt, calls } = provider;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    provider.createAttempt = (attempt) => createAttempt(attempt).then((opened) => held.then(() => opened));
    const slow = start(booking, "slow");
    const before = calls.createAttempt;
    await vi.waitFor(() => expect(calls.createAttempt).toBe(before + 1), { timeout: 20_000 });
    provider.createAttempt = createAttempt;
    expect(await start(booking, "slow")).toMatchObject({ ok: true });
    const [payment] = await stage.payments(booking);
    provider.pays(payment!.external_id!);
    await webhook(payment!.external_id!, 1);
    answer();
    await slow;
    await stage.poller(5);
    expect(await stage.payments(booking)).toMatchObject([{ status: "succeeded", placement: "in_time" }]);
    expect(await stage.refunds(booking)).toEqual([]);
  });

  test.each([
    ["is not there", () => Promise.resolve(randomUUID()), "purchase_not_found"],
    ["is no id", () => Promise.resolve("nonsense"), "purchase_not_found"],
  ])("of a booking that %s is refused", async (_, booking, reason) => {
    expect(await start(await booking())).toMatchObject({ ok: false, reason });
  });

  test("of a confirmed booking is refused", async () => {
    const booking = await books(await newDeparture());
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await webhook(externalId, 1);
    expect(await start(booking, randomUUID(), 2)).toMatchObject({ ok: false, reason: "not_payable" });
  });

  test("with a provider that fails says so, and the same key tries again", async () => {
    const booking = await books(await newDeparture());
    provider.fails();
    expect(await start(booking, "retry")).toMatchObject({ ok: false, reason: "provider_unavailable" });
    provider.wakes();
    expect(await start(booking, "retry")).toMatchObject({ ok: true });
    expect(await stage.payments(booking)).toMatchObject([{ attempt: 1, status: "pending" }]);
  });
});

describe("a lapsed hold", () => {
  test("is taken again at the promised price and currency", async () => {
    const departure = await newDeparture();
    const booking = await books(departure, { currency: "USD" });
    await freeLapsedHolds(at(32), departure);
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ price: 9900 })
      .where("id", "=", departure)
      .execute();
    const { externalId } = await goesToPay(booking, 40);
    expect(provider.opened.get(externalId)).toMatchObject({
      money: { amount: 4000, currency: "USD" },
      expiresAt: later(40 + 30),
    });
    expect(await seats(departure)).toMatchObject({ held: 2, available: 38 });
  });

  test("is not taken again when the departure is full, has begun or was cancelled", async () => {
    const departure = await newDeparture({ seats: 2, date: "2026-11-22" });
    const booking = await books(departure);
    await freeLapsedHolds(at(32), departure);
    await books(departure, {}, 33);
    expect(await start(booking, randomUUID(), 34)).toMatchObject({ reason: "sold_out" });
    expect(await start(booking, randomUUID(), 3 * 24 * 60)).toMatchObject({ reason: "departure_past" });
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ status: "cancelled" })
      .where("id", "=", departure)
      .execute();
    expect(await start(booking, randomUUID(), 34)).toMatchObject({ reason: "departure_cancelled" });
  });

  test("is prolonged while it lives, but never beyond an hour in all", async () => {
    const booking = await books(await newDeparture());
    await goesToPay(booking, 20);
    expect((await stage.bookingRow(booking)).hold_expires_at).toEqual(later(51));
    await goesToPay(booking, 45);
    expect((await stage.bookingRow(booking)).hold_expires_at).toEqual(later(60));
  });

  test("may be paid to its last minute, then its page is closed before the seats go", async () => {
    const departure = await newDeparture();
    const [slow, quick] = [await books(departure), await books(departure)];
    const attempts = [await goesToPay(slow, 31 - 1), await goesToPay(quick, 31 - 1)];
    const last = [await goesToPay(slow, 58), await goesToPay(quick, 58)];
    expect((await stage.bookingRow(slow)).hold_expires_at).toEqual(later(60));
    // the provider's page stays open for at least half an hour: money that came before the sweep keeps its seats
    provider.pays(last[1]!.externalId);
    await freeLapsedHolds(at(61), departure);
    expect(await stage.bookingRow(quick)).toMatchObject({ status: "confirmed" });
    expect(await stage.bookingRow(slow)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    for (const { externalId } of [attempts[0]!, last[0]!])
      expect(await provider.fetchState(externalId)).toMatchObject({ status: "expired" });
    // a guest who is too late starts again with a new hold
    await goesToPay(slow, 62);
    expect((await stage.bookingRow(slow)).hold_expires_at).toEqual(later(93));
  });

  test("keeps its limited coupon only if nobody has it meanwhile", async () => {
    const couponId = await addCoupon(database.services.db, { code: "TAKEN", usage_limit: 1 });
    const departure = await newDeparture();
    const first = await books(departure, { coupon_code: "TAKEN" });
    await freeLapsedHolds(at(32), departure);
    await books(departure, { coupon_code: "TAKEN" }, 33);
    expect(await start(first, randomUUID(), 34)).toMatchObject({ ok: false, reason: "coupon_used_up" });
    expect((await stage.redemptions(couponId)).toSorted()).toEqual(["released", "reserved"]);
    expect(await seats(departure)).toMatchObject({ held: 2, available: 38 });
  });
});

describe("whoever pays with a coupon that another guest is using", () => {
  /** Starts a payment while another transaction has the coupon's row; `go` lets it end. */
  const startsBeside = async (code: string, usage_limit: number | null) => {
    const id = await addCoupon(database.services.db, { code, usage_limit });
    const booking = await books(await newDeparture(), { coupon_code: code });
    const other = await database.services.db.startTransaction().execute();
    await other.selectFrom("coupons").where("id", "=", id).forNoKeyUpdate().execute();
    return { started: start(booking), go: () => other.commit().execute() };
  };

  test("doesn't wait where it has no limit", async () => {
    const { started, go } = await startsBeside("POPULAR", null);
    expect(await started).toMatchObject({ ok: true });
    await go();
  });

  // the negative control: such a wait is seen
  test("waits where it has one", async () => {
    const { started, go } = await startsBeside("SCARCE", 5);
    await database.someoneWaits();
    await go();
    expect(await started).toMatchObject({ ok: true });
  });
});

describe("a free booking", () => {
  const give = (code: string) => addCoupon(database.services.db, { code, value: 100 });

  test("is confirmed by the same function, once, with no refund", async () => {
    await give("GRATIS");
    const departure = await newDeparture();
    const booking = await books(departure, { coupon_code: "GRATIS" });
    const answers = await Promise.all([1, 2, 3].map(() => startPayment(at(0), free(booking), randomUUID())));
    expect(answers.some((a) => a.ok)).toBe(true);
    for (const payment of await stage.payments(booking)) await settlePayment(at(1), payment.id);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(factsOf(booking)).toEqual(["booking.confirmed"]);
    expect(await stage.refunds(booking)).toEqual([]);
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0 });
  });

  test("is never what a booking with a price is, nor the other way round", async () => {
    const priced = await books(await newDeparture());
    expect(await startPayment(at(0), free(priced), randomUUID())).toMatchObject({ reason: "provider_not_offered" });
    const mixed = { of: bookingRef(priced), provider: "sandbox", method: "free" } as const;
    expect(await startPayment(at(0), mixed, randomUUID())).toMatchObject({ reason: "provider_not_offered" });
    await give("NADA");
    const gift = await books(await newDeparture(), { coupon_code: "NADA" });
    expect(await start(gift)).toMatchObject({ reason: "provider_not_offered" });
  });
});
