import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { undoGrant } from "#src/modules/money/credits/void-credit.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { pollPayments } from "#src/modules/money/payments/poll-payments.server.ts";
import { processEvent } from "#src/modules/money/payments/process-event.server.ts";
import { paymentStateOf, settleOpenPayments } from "#src/modules/money/payments/queries.server.ts";
import { receiveEvent } from "#src/modules/money/payments/receive-event.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { paypalProvider } from "#src/modules/money/paypal/serve-provider.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Bookings paid at PayPal: the product's use cases on a real database, its own client, and a stateful PayPal.

let now = NOON;
const paypal = await startPaypal({ clock: () => now });
const { company, requests } = paypal;
const provider = paypalProvider(paypal.keys, { clock: () => now, roots: () => [paypal.chain.root.pem] });
afterAll(() => paypal.stop());

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

/** A guest's context `minutes` after noon; PayPal's clock follows. */
function at(minutes: number): Context {
  now = later(minutes);
  const ctx = database.ctx({ now, actor: { browser: randomUUID() } });
  return { ...ctx, providers: { paypal: provider } };
}

async function books(departure: string, over: Parameters<typeof bookingInput>[1] = {}, minutes = 0): Promise<string> {
  const placed = await placeBooking(at(minutes), bookingInput(departure, over), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
}

/** Opens the payment; returns its id and its order at PayPal. */
async function goesToPay(booking: string, minutes = 0, change?: string) {
  const of = change ? changeRef(booking, change) : bookingRef(booking);
  const wish = { of, provider: "paypal", method: "paypal" } as const;
  const started = await startPayment(at(minutes), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  const order = new URL(started.redirect_url).searchParams.get("token")!;
  return { paymentId: started.payment_id, order };
}

/** A booking of two on its own departure, with an order that waits for its payer. */
async function ordered(over: Parameters<typeof addDeparture>[2] = {}) {
  const departure = await addDeparture(database.services.db, crawlId, over);
  const booking = await books(departure);
  return { departure, booking, ...(await goesToPay(booking)) };
}

/** The newest message of a type arrives and is processed, as by the endpoint and its job. */
async function message(type: string, minutes: number): Promise<void> {
  const ctx = at(minutes);
  const body = paypal.messages.findLast((one) => one.includes(`"${type}"`))!;
  const { headers } = paypal.signed(body);
  expect(await receiveEvent(ctx, { provider: "paypal", rawBody: body, headers: new Headers(headers) })).toEqual({
    ok: true,
  });
  const { id: event_id } = JSON.parse(body) as { id: string };
  const { id } = await database.services.db
    .selectFrom("provider_events")
    .select("id")
    .where("event_id", "=", event_id)
    .executeTakeFirstOrThrow();
  await processEvent(ctx, id);
}
const approved = (minutes: number) => message("CHECKOUT.ORDER.APPROVED", minutes);
const completed = (minutes: number) => message("PAYMENT.CAPTURE.COMPLETED", minutes);
const comesBack = (booking: string, minutes: number) => settleOpenPayments(at(minutes), booking);

const bookingRow = (id: string) =>
  database.services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const payments = (booking: string) =>
  database.services.db
    .selectFrom("payments")
    .selectAll()
    .where("purchase_id", "=", booking)
    .orderBy("attempt")
    .execute();
const refunds = (booking: string) =>
  database.services.db.selectFrom("refunds").selectAll().where("purchase_id", "=", booking).execute();
const emails = (booking: string) =>
  database.services.db.selectFrom("emails").selectAll().where("booking_id", "=", booking).execute();
const capturesOf = (order: string) => requests.filter(({ path }) => path === `/v2/checkout/orders/${order}/capture`);

/** Captured once, confirmed once, emailed once. */
async function isConfirmedOnce(departure: string, booking: string, order: string) {
  expect(await bookingRow(booking)).toMatchObject({ status: "confirmed", cancel_reason: null });
  const [capture, ...more] = company.orders.get(order)!.captures;
  expect(more).toEqual([]);
  expect((await payments(booking)).filter(({ status }) => status === "succeeded")).toMatchObject([
    {
      external_id: order,
      charge_id: capture!.id,
      charged_amount: 80_000,
      charged_currency: "MXN",
      fee_amount: 3_560,
      fee_currency: "MXN",
    },
  ]);
  expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 2 });
  expect((await emails(booking)).filter(({ kind }) => kind === "booking_confirmation")).toHaveLength(1);
  expect(await refunds(booking)).toEqual([]);
}

describe("an approved order is taken once", () => {
  type News = (booking: string) => Promise<unknown>;
  const reportOf: News = () => approved(3);
  const back: News = (booking) => comesBack(booking, 3);
  const request: News = () => pollPayments(at(3));
  test.each<[string, News[]]>([
    ["message, then return", [reportOf, back]],
    ["return, then message", [back, reportOf]],
    ["message twice", [reportOf, reportOf]],
    ["return twice", [back, back]],
    ["return, then the messages the wrong way round", [back, () => completed(3), reportOf]],
    ["the poller alone, as when the tab is closed and the message is lost", [request]],
  ])("%s", async (_, news) => {
    const { departure, booking, order } = await ordered();
    company.approve(order);
    for (const one of news) await one(booking);
    await completed(4);
    await isConfirmedOnce(departure, booking, order);
  });

  test("by two settlers at once", async () => {
    const { departure, booking, order, paymentId } = await ordered();
    company.approve(order);
    const ctx = at(3);
    // until the first capture is made, the others see an approved order
    const another = Promise.withResolvers<void>();
    paypal.breaks({ path: /\/capture$/, waits: another.promise, times: 4 });
    const settled = Promise.all(Array.from({ length: 4 }, () => settlePayment(ctx, paymentId)));
    await expect.poll(() => capturesOf(order).length).toBeGreaterThan(1);
    another.resolve();
    await settled;
    // how many arrive before the first has written is undetermined
    paypal.heals();
    await isConfirmedOnce(departure, booking, order);
    expect(capturesOf(order).length, "they really ran beside each other").toBeGreaterThan(1);
  });

  test("when the answer to the capture is lost and nobody lives to write it", async () => {
    const { departure, booking, order } = await ordered();
    company.approve(order);
    paypal.breaks({ path: /\/capture$/, lost: true, times: 3 });
    await comesBack(booking, 3);
    expect(await bookingRow(booking)).toMatchObject({ status: "pending" });
    expect(company.orders.get(order)!.captures).toHaveLength(1);
    await comesBack(booking, 4);
    await isConfirmedOnce(departure, booking, order);
  });

  test("and not before its payer approves", async () => {
    const { booking, order } = await ordered();
    await comesBack(booking, 3);
    expect(await payments(booking)).toMatchObject([{ status: "pending", failure_reason: null }]);
    expect(capturesOf(order)).toEqual([]);
  });
});

describe("an order that is approved after its hold lapsed", () => {
  async function lapsed(over = {}) {
    const it = await ordered(over);
    await freeLapsedHolds(at(32), it.departure);
    expect(await bookingRow(it.booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    expect(await payments(it.booking)).toMatchObject([{ status: "cancelled", failure_reason: "expired" }]);
    return it;
  }

  test("takes seats that are still free, then the money", async () => {
    const { departure, booking, order } = await lapsed();
    company.approve(order);
    await approved(40);
    await isConfirmedOnce(departure, booking, order);
  });

  test("is not taken when they are sold: nothing was charged, and the guest is told why", async () => {
    const { departure, booking, order } = await lapsed({ seats: 3 });
    await books(departure, {}, 33);
    company.approve(order);
    await approved(40);
    await comesBack(booking, 41);
    expect(capturesOf(order)).toEqual([]);
    expect(await bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    expect(await payments(booking)).toMatchObject([{ status: "cancelled", failure_reason: "places_gone" }]);
    expect(await paymentStateOf(at(41), booking)).toMatchObject({ last: "cancelled", failure_reason: "places_gone" });
    expect(await refunds(booking)).toEqual([]);
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ confirmed: 0, held: 2, available: 1 });
  });
});

describe("an order for what credit leaves to pay", () => {
  /** A credit of 300 pesos from another booking. */
  async function credit() {
    const { booking, paymentId } = await ordered();
    const money = { amount: 30_000, currency: "MXN" } as const;
    await database.services.db
      .transaction()
      .execute((tx) => giveCredit(at(0), tx, { of: bookingRef(booking), paymentId, money, test: true }));
    return (await creditsOf(database.services, booking))[0]!.code;
  }
  const token = (booking: string) => accessToken(database.services.secret, booking);
  const applies = (booking: string, code: string, minutes: number) =>
    applyCredit(at(minutes), { booking_id: booking, token: token(booking), code });
  const removes = (booking: string, minutes: number) =>
    removeCredit(at(minutes), { booking_id: booking, token: token(booking) });

  async function partly() {
    const code = await credit();
    const departure = await addDeparture(database.services.db, crawlId);
    const booking = await books(departure);
    expect(await applies(booking, code, 0)).toMatchObject({ ok: true });
    return { code, departure, booking, ...(await goesToPay(booking, 1)) };
  }

  test("is taken while the credit is kept for it", async () => {
    const { booking, order } = await partly();
    company.approve(order);
    await approved(3);
    expect(company.orders.get(order)!.captures).toMatchObject([{ amount: { value: "500.00" } }]);
    expect(await bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("is not taken once the credit was taken off: the guest is told, and pays the whole", async () => {
    const { departure, booking, order } = await partly();
    expect(await removes(booking, 2)).toMatchObject({ ok: true });
    company.approve(order);
    await approved(3);
    expect(capturesOf(order)).toEqual([]);
    expect(await paymentStateOf(at(3), booking)).toMatchObject({ last: "cancelled", failure_reason: "credit_gone" });
    const whole = await goesToPay(booking, 4);
    company.approve(whole.order);
    await approved(5);
    await isConfirmedOnce(departure, booking, whole.order);
    expect(capturesOf(order)).toEqual([]);
  });

  test("is not taken once the credit is void", async () => {
    const { code, booking, order } = await partly();
    const { db } = database.services;
    // its purchase was given it as a gesture
    const { purchase_id: source } = await db
      .updateTable("credits")
      .set({ payment_id: null })
      .where("code", "=", code)
      .returning("purchase_id")
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => undoGrant(at(2), tx, source));
    company.approve(order);
    await approved(3);
    expect(capturesOf(order)).toEqual([]);
    expect(await paymentStateOf(at(3), booking)).toMatchObject({ last: "cancelled", failure_reason: "credit_gone" });
  });

  test("is not taken when another booking has the credit", async () => {
    const { code, departure, booking, order } = await partly();
    await freeLapsedHolds(at(32), departure);
    const other = await books(await addDeparture(database.services.db, crawlId), {}, 33);
    expect(await applies(other, code, 33)).toMatchObject({ ok: true });
    company.approve(order);
    await comesBack(booking, 40);
    expect(capturesOf(order)).toEqual([]);
    expect(await payments(booking)).toMatchObject([{ status: "cancelled", failure_reason: "credit_gone" }]);
    expect(await refunds(booking)).toEqual([]);
  });
});

describe("a no that the guest was told is final", () => {
  const opensThePage = async (booking: string, minutes: number) => {
    await comesBack(booking, minutes);
    return { booking: await bookingRow(booking), last: (await paymentStateOf(at(minutes), booking)).last };
  };
  const nothing = { booking: { status: "cancelled" }, last: "cancelled" };

  test("seats that are free again later are not paid for by an approval that found them sold", async () => {
    const { departure, booking, order } = await ordered({ seats: 3 });
    await freeLapsedHolds(at(32), departure);
    await books(departure, {}, 33);
    company.approve(order);
    await approved(40);
    await freeLapsedHolds(at(75), departure);
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, available: 3 });
    expect(await opensThePage(booking, 80)).toMatchObject(nothing);
    expect(capturesOf(order)).toEqual([]);
    expect(await payments(booking)).toMatchObject([{ status: "cancelled", failure_reason: "places_gone" }]);
  });

  test("an approval that nobody heard of is not taken hours after the time was over", async () => {
    const { departure, booking, order } = await ordered();
    await freeLapsedHolds(at(32), departure);
    company.approve(order);
    expect(await opensThePage(booking, 240)).toMatchObject(nothing);
    expect(capturesOf(order)).toEqual([]);
  });

  test("but the guest may take the seats again and pay anew", async () => {
    const { departure, booking, order } = await ordered();
    await freeLapsedHolds(at(32), departure);
    company.approve(order);
    const anew = await goesToPay(booking, 240);
    company.approve(anew.order);
    await comesBack(booking, 242);
    await isConfirmedOnce(departure, booking, anew.order);
    expect(capturesOf(order)).toEqual([]);
  });
});

test.each([
  ["amount", { value: "1.00" }],
  ["currency", { currency_code: "USD" }],
])("an order over another %s is not taken", async (what, input) => {
  const { booking, order } = await ordered();
  Object.assign(company.orders.get(order)!.asked.purchase_units[0]!.amount, input);
  company.approve(order);
  await approved(3);
  expect(capturesOf(order)).toEqual([]);
  expect(await payments(booking)).toMatchObject([{ status: "failed", failure_reason: `wrong_${what}` }]);
  expect(await bookingRow(booking)).toMatchObject({ status: "pending" });
});

test("an order for another booking is not taken", async () => {
  const { booking, order } = await ordered();
  company.orders.get(order)!.asked.purchase_units[0]!.custom_id = randomUUID();
  company.approve(order);
  await comesBack(booking, 3);
  expect(capturesOf(order)).toEqual([]);
  expect(await payments(booking)).toMatchObject([{ status: "failed", failure_reason: "wrong_booking" }]);
});

test("a second order of a booking that is paid is not taken", async () => {
  const { departure, booking, order } = await ordered();
  const second = await goesToPay(booking, 1);
  company.approve(order);
  await comesBack(booking, 3);
  company.approve(second.order);
  await approved(4);
  expect(capturesOf(second.order)).toEqual([]);
  await isConfirmedOnce(departure, booking, order);
});

test.each([true, false])(
  "a declined card leaves the payment open, and is not tried again before the payer has chosen another (told when the order changed: %s)",
  async (tellsUpdates) => {
    company.tellsUpdates = tellsUpdates;
    const { departure, booking, order } = await ordered();
    company.approve(order, "declined");
    await comesBack(booking, 3);
    expect(await payments(booking)).toMatchObject([
      { status: "pending", failure_reason: "declined", next_poll_at: null },
    ]);
    expect(await bookingRow(booking)).toMatchObject({ status: "pending" });
    await pollPayments(at(8));
    expect(capturesOf(order)).toHaveLength(1);
    company.approve(order, "good");
    await approved(9);
    await isConfirmedOnce(departure, booking, order);
    expect(await payments(booking)).toMatchObject([{ status: "succeeded", failure_reason: null, capture_tries: 2 }]);
    company.tellsUpdates = true;
  },
);

test("a declined card whose answer was lost isn't the answer for the next card", async () => {
  company.tellsUpdates = false;
  const { departure, booking, paymentId, order } = await ordered();
  company.approve(order, "declined");
  paypal.breaks({ path: /\/capture$/, lost: true, times: 3 });
  await expect(settlePayment(at(3), paymentId)).rejects.toThrow("paypal");
  company.approve(order, "good");
  await settlePayment(at(4), paymentId);
  await isConfirmedOnce(departure, booking, order);
  company.tellsUpdates = true;
});

describe("a change of a booking that costs more", () => {
  /** A paid booking of two, and one added person not yet paid for. */
  async function changed() {
    const { departure, booking, order } = await ordered({ seats: 3 });
    company.approve(order);
    await comesBack(booking, 1);
    const change = { kind: "add" as const, names: ["Ana"] };
    const priced = await priceChange(staff(2), { booking_id: booking, token: null, change });
    if (!priced.ok) throw new Error(priced.reason);
    const { version, difference } = priced.quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    const held = await changeBooking(staff(2), { booking_id: booking, token: null, change, expected }, randomUUID());
    if (!held.ok || held.state !== "to_pay") throw new Error("not held");
    return { departure, booking, ...(await goesToPay(booking, 2, held.change_id)) };
  }
  const staff = (minutes: number): Context => {
    const ctx = at(minutes);
    return { ...ctx, actor: { ...ctx.actor, kind: "user", role: "support" } };
  };

  test("is taken and made", async () => {
    const { departure, booking, order } = await changed();
    company.approve(order);
    await approved(5);
    expect(company.orders.get(order)!.captures).toMatchObject([{ amount: { value: "400.00" } }]);
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 3, available: 0 });
    expect(await paymentStateOf(at(5), booking)).toMatchObject({ change: "made", refunds: [] });
  });

  test("is not taken once its seat is not kept any more", async () => {
    const { departure, booking, order } = await changed();
    await freeLapsedHolds(at(40), departure);
    company.approve(order);
    await approved(41);
    expect(capturesOf(order)).toEqual([]);
    expect(await payments(booking)).toMatchObject([
      { status: "succeeded" },
      { status: "cancelled", failure_reason: "places_gone" },
    ]);
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 2, available: 1 });
  });
});

test("a pending capture is not paid, until PayPal says that it is", async () => {
  const { departure, booking, order } = await ordered();
  company.captureOutcomes.push("PENDING");
  company.approve(order);
  await comesBack(booking, 3);
  expect(await bookingRow(booking)).toMatchObject({ status: "pending", kept_for: "bank" });
  expect(await paymentStateOf(at(4), booking)).toMatchObject({ bank: { amount_minor: 80_000, currency: "MXN" } });
  const again = { of: bookingRef(booking), provider: "paypal", method: "paypal" } as const;
  expect(await startPayment(at(4), again, randomUUID())).toMatchObject({ reason: "payment_at_bank" });
  // a day later, long after an ordinary hold
  await freeLapsedHolds(at(24 * 60), null);
  company.decide(company.orders.get(order)!.captures[0]!.id, "COMPLETED");
  await completed(24 * 60 + 1);
  await isConfirmedOnce(departure, booking, order);
});

test("a pending capture that is denied ends the payment without money", async () => {
  const { booking, order } = await ordered();
  company.captureOutcomes.push("PENDING");
  company.approve(order);
  await comesBack(booking, 3);
  company.decide(company.orders.get(order)!.captures[0]!.id, "DECLINED");
  await message("PAYMENT.CAPTURE.DENIED", 5);
  expect(await payments(booking)).toMatchObject([{ status: "failed", failure_reason: "declined" }]);
  expect(await bookingRow(booking)).toMatchObject({ status: "pending" });
});

test("a booking is cancelled and its money goes back by the capture, once", async () => {
  const { booking, order } = await ordered();
  company.approve(order);
  await comesBack(booking, 3);
  const cancelled = await cancelBooking(at(10), {
    booking_id: booking,
    token: accessToken(database.services.secret, booking),
    expected_refund: { amount_minor: 80_000, currency: "MXN" },
  });
  expect(cancelled).toMatchObject({ ok: true });
  const [refund] = await refunds(booking);
  paypal.breaks({ path: /\/refund$/, lost: true, times: 3 });
  await expect(submitRefund(at(11), refund!.id)).rejects.toThrow();
  await submitRefund(at(12), refund!.id);
  await submitRefund(at(13), refund!.id);
  const [capture] = company.orders.get(order)!.captures;
  expect(capture!.refunds).toMatchObject([{ status: "COMPLETED", amount: { value: "800.00", currency_code: "MXN" } }]);
  expect(await refunds(booking)).toMatchObject([{ status: "succeeded", external_id: capture!.refunds[0]!.id }]);
});
