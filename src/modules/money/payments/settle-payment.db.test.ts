import { beforeAll, describe, expect, test, vi } from "vitest";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { receiveEvent } from "#src/modules/money/payments/receive-event.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, comesBack, poller, factsOf } = stage;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const jobs = async (task: string) =>
  (
    await database.services.pool.query<{ payload: { id?: string } }>(
      "select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1",
      [task],
    )
  ).rows;

/** Expects one confirmation, one payment, one of each event, and the seats counted once. */
async function isConfirmedOnce(departure: string, booking: string) {
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", cancel_reason: null });
  expect(await seats(departure)).toMatchObject({ held: 0, confirmed: 2, available: 38 });
  expect(factsOf(booking)).toEqual(["booking.confirmed"]);
  const settled = await stage.payments(booking);
  expect(settled.filter((p) => p.status === "succeeded")).toHaveLength(1);
  expect(await stage.refunds(booking)).toEqual([]);
}

describe("news of a payment confirms once", () => {
  type News = (booking: string, external: string) => Promise<unknown>;
  const message: News = (_, external) => webhook(external, 3);
  const back: News = (booking) => comesBack(booking, 3);
  const request: News = () => poller(3);
  const orders: [string, News[]][] = [
    ["message, then return", [message, back]],
    ["return, then message", [back, message]],
    ["message twice", [message, message]],
    ["return twice", [back, back]],
    ["poller, message, return", [request, message, back]],
    ["return, poller, message", [back, request, message]],
  ];
  test.each(orders)("in the order %s", async (_, news) => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    for (const one of news) await one(booking, externalId);
    await isConfirmedOnce(departure, booking);
  });

  test.each(orders)("when they come at once: %s", async (_, news) => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await Promise.all([...news, ...news, ...news].map((one) => one(booking, externalId)));
    await isConfirmedOnce(departure, booking);
  });

  test("though the message never comes and nobody returns: the poller asks after half a minute", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    provider.pays((await goesToPay(booking)).externalId);
    await poller(0.4);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
    await poller(1);
    await isConfirmedOnce(departure, booking);
  });

  test("though the message comes an hour after the hold ended, when the sweeper asked before it took the seats", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await freeLapsedHolds(at(32), departure);
    await webhook(externalId, 91);
    await isConfirmedOnce(departure, booking);
  });

  test("though a declined card went before on the same page", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.says(externalId, { status: "failed", reason: "card_declined" });
    await webhook(externalId, 1);
    expect(await stage.payments(booking)).toMatchObject([{ status: "failed", failure_reason: "card_declined" }]);
    provider.pays(externalId);
    await webhook(externalId, 2);
    await isConfirmedOnce(departure, booking);
  });
});

describe("a message", () => {
  const headers = (signature: string) => new Headers({ "x-signature": signature });
  const body = (eventId: string) => JSON.stringify({ eventId, type: "payment.updated", externalId: "sandbox_x" });

  test("that can't be believed, is too long or comes from nobody changes nothing", async () => {
    const before = (await jobs("provider-event.process")).length;
    const send = (input: Parameters<typeof receiveEvent>[1]) => receiveEvent(at(0), input);
    expect(await send({ provider: "sandbox", rawBody: body("f"), headers: headers("bad") })).toMatchObject({
      reason: "event_invalid",
    });
    expect(
      await send({ provider: "sandbox", rawBody: `"${"x".repeat(65_536)}"`, headers: headers("good") }),
    ).toMatchObject({ reason: "event_too_large" });
    expect(await send({ provider: "nobody", rawBody: body("f"), headers: headers("good") })).toMatchObject({
      reason: "provider_unknown",
    });
    expect(await jobs("provider-event.process")).toHaveLength(before);
  });

  test("that is delivered ten times at once is one job", async () => {
    const before = (await jobs("provider-event.process")).length;
    const input = { provider: "sandbox", rawBody: body("tenfold"), headers: headers("good") };
    const answers = await Promise.all(Array.from({ length: 10 }, () => receiveEvent(at(0), input)));
    expect(answers.every((a) => a.ok)).toBe(true);
    expect(await jobs("provider-event.process")).toHaveLength(before + 1);
  });

  test("about a payment that isn't written yet is tried again", async () => {
    await expect(webhook("sandbox_unwritten")).rejects.toThrow("no payment sandbox_unwritten yet");
  });

  test("about a dispute that overtakes the one about the payment still confirms the booking", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    const money = { amount: 80_000, currency: "MXN" as const };
    provider.disputes.set(externalId, { state: "open", money, reason: "fraudulent" });
    await webhook(externalId, 1, { type: "dispute.created" });
    await webhook(externalId, 2);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(factsOf(booking).toSorted()).toEqual(["booking.confirmed", "booking.sale_changed", "payment.needs_review"]);
  });
});

test.each([
  ["amount", { amount: 79_999 }],
  ["amount", { amount: 80_001 }],
  ["currency", { currency: "USD" as const }],
])("a wrong %s goes to review and moves nothing: %o", async (what, charged) => {
  const departure = await newDeparture();
  const booking = await books(departure);
  const { externalId, paymentId } = await goesToPay(booking);
  provider.pays(externalId, charged);
  await webhook(externalId, 1);
  await comesBack(booking, 1);
  await poller(5);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
  expect(await stage.payments(booking)).toMatchObject([{ status: "pending", review_reason: `wrong_${what}` }]);
  expect(factsOf(booking)).toEqual(["payment.needs_review"]);
  expect(await stage.refunds(booking)).toEqual([]);
  expect(await seats(departure)).toMatchObject({ held: 2, available: 38 });
  provider.pays(externalId);
  await settlePayment(at(6), paymentId); // a payment in review is not decided by the next message
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
});

describe("a payment after its hold has lapsed", () => {
  /** A booking of two that lapsed unpaid while the guest had it open in another window, where it is paid later. */
  async function lapsed(over = {}) {
    const departure = await newDeparture(over);
    const booking = await books(departure);
    const { externalId, paymentId } = await goesToPay(booking);
    await freeLapsedHolds(at(32), departure);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    provider.pays(externalId);
    return { departure, booking, externalId, paymentId };
  }

  test("takes seats that are still free", async () => {
    const { departure, booking, externalId } = await lapsed();
    await webhook(externalId, 40);
    await isConfirmedAfter(departure, booking, "seats_free");
  });

  test("is not kept out by others' lapsed baskets", async () => {
    const { departure, booking, externalId } = await lapsed({ seats: 2, late_tolerance: 0 });
    await books(departure, {}, 33);
    await webhook(externalId, 65);
    await isConfirmedAfter(departure, booking, "seats_free");
  });

  test("takes seats beyond the total within the tolerance, and staff hear of it", async () => {
    const { departure, booking, externalId } = await lapsed({ seats: 4, late_tolerance: 1 });
    await books(departure, { number_of_people: 3 }, 33);
    await webhook(externalId, 40);
    await isConfirmedAfter(departure, booking, "tolerance");
    expect(factsOf(booking)).toContain("booking.placed_late");
    expect(await seats(departure)).toEqual({ total: 4, available: 0, overbooked: 1, held: 3, confirmed: 2 });
  });

  test.each([
    ["the departure is full", { seats: 4 }, { number_of_people: 4 }, 40, 24 * 60 + 40],
    ["the tolerance is one too small", { seats: 3, late_tolerance: 1 }, { number_of_people: 3 }, 40, 24 * 60 + 40],
  ])(
    "finds none when %s: refunded a day later unless told otherwise",
    async (_, over, expected, minute, refundMinute) => {
      const { departure, booking, externalId } = await lapsed(over);
      await books(departure, expected, 33);
      await webhook(externalId, minute);
      await webhook(externalId, minute + 1);
      expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
      expect(await stage.payments(booking)).toMatchObject([{ status: "succeeded", placement: "unplaced" }]);
      expect(await stage.refunds(booking)).toMatchObject([
        { reason: "unplaced", status: "requested", amount: 80_000, currency: "MXN", due_at: later(refundMinute) },
      ]);
      expect(factsOf(booking).filter((f) => f !== "booking.cancelled")).toEqual(["payment.unseated"]);
      expect(await seats(departure)).toMatchObject({ overbooked: 0, available: 0 });
    },
  );

  test("is refunded at the start when that is sooner than a day", async () => {
    const { departure, booking, externalId } = await lapsed({ seats: 2, late_tolerance: 0, date: "2026-11-20" });
    await books(departure, {}, 33);
    await webhook(externalId, 40);
    expect(await stage.refunds(booking)).toMatchObject([{ due_at: new Date("2026-11-21T02:00:00Z") }]);
  });

  test.each([
    ["at the start", "2026-11-21", 32 * 60],
    ["after the start", "2026-11-22", 57 * 60],
  ])("%s takes nothing and goes back at once", async (_, date, afterStart) => {
    const { booking, externalId } = await lapsed({ date });
    await webhook(externalId, afterStart);
    expect(await stage.payments(booking)).toMatchObject([{ placement: "unplaced" }]);
    expect(await stage.refunds(booking)).toMatchObject([{ due_at: later(afterStart) }]);
  });

  test("for a departure that was cancelled takes nothing and goes back", async () => {
    const { departure, booking, externalId } = await lapsed();
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ status: "cancelled" })
      .where("id", "=", departure)
      .execute();
    await webhook(externalId, 40);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled" });
    expect(await stage.refunds(booking)).toMatchObject([{ amount: 80_000, status: "requested" }]);
  });

  test("for a booking that its guest cancelled goes back at once", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    expect(
      await cancelBooking(at(1, { role: "admin", kind: "user" }), { booking_id: booking, token: null }),
    ).toMatchObject({ ok: true });
    provider.pays(externalId);
    await webhook(externalId, 2);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "customer" });
    expect(await stage.refunds(booking)).toMatchObject([{ reason: "booking_cancelled", due_at: later(2) }]);
    expect(await seats(departure)).toMatchObject({ available: 40 });
  });

  async function isConfirmedAfter(_departure: string, booking: string, placement: string) {
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", cancel_reason: null });
    expect(await stage.payments(booking)).toMatchObject([{ status: "succeeded", placement }]);
    expect(factsOf(booking).filter((f) => f === "booking.confirmed")).toHaveLength(1);
    expect(await stage.refunds(booking)).toEqual([]);
  }
});

describe("two attempts that are both paid", () => {
  test.each([false, true])("confirm once and give one back (at once: %s)", async (atOnce) => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const [card, paypal] = [await goesToPay(booking), await goesToPay(booking, 1, "paypal")];
    provider.pays(card.externalId);
    provider.pays(paypal.externalId);
    const news = [card, paypal].map((p) => () => webhook(p.externalId, 2));
    if (atOnce) await Promise.all(news.map((one) => one()));
    else for (const one of news) await one();
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0, available: 38 });
    expect(factsOf(booking)).toEqual(["booking.confirmed"]);
    const placements = (await stage.payments(booking)).map((p) => p.placement);
    expect(new Set(placements)).toEqual(new Set(["duplicate", "in_time"]));
    expect(await stage.refunds(booking)).toMatchObject([{ reason: "duplicate", amount: 80_000, due_at: later(2) }]);
    const paymentState = await paymentStateOf(database.ctx(), booking);
    expect(paymentState).toMatchObject({ last: "succeeded", twice: { amount_minor: 80_000, currency: "MXN" } });
  });
});

describe("a coupon", () => {
  const withCoupon = async (code: string) => {
    const couponId = await addCoupon(database.services.db, { code, usage_limit: 1 });
    const departure = await newDeparture();
    const booking = await books(departure, { coupon_code: code });
    return { couponId, departure, booking, ...(await goesToPay(booking)) };
  };

  test("is used by the payment, even if it has expired meanwhile", async () => {
    const { couponId, externalId } = await withCoupon("MEANWHILE");
    await database.services.db
      .updateTable("coupons")
      .set({ expiry_date: later(1), is_active: false })
      .where("id", "=", couponId)
      .execute();
    provider.pays(externalId);
    await webhook(externalId, 5);
    expect(await stage.redemptions(couponId)).toEqual(["used"]);
  });

  test("is free again when the hold lapses, and used after all when the money comes late", async () => {
    const { couponId, departure, externalId } = await withCoupon("LATER");
    await freeLapsedHolds(at(32), departure);
    expect(await stage.redemptions(couponId)).toEqual(["released"]);
    provider.pays(externalId);
    await webhook(externalId, 40);
    expect(await stage.redemptions(couponId)).toEqual(["used"]);
  });

  test("whose limit others have reached meanwhile still counts for money that comes late: the price was promised", async () => {
    const { couponId, departure, booking, externalId } = await withCoupon("PROMISED");
    await freeLapsedHolds(at(32), departure);
    const other = await books(departure, { coupon_code: "PROMISED" }, 33);
    provider.pays((await goesToPay(other, 34)).externalId);
    await comesBack(other, 35);
    provider.pays(externalId);
    await webhook(externalId, 40);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", total_price: 72_000 });
    expect(await stage.refunds(booking)).toEqual([]);
    expect(await stage.redemptions(couponId)).toEqual(["used", "used"]);
  });

  test("is free again when the booking is cancelled", async () => {
    const { couponId, booking, externalId } = await withCoupon("CANCELLED");
    provider.pays(externalId);
    await webhook(externalId, 1);
    const expected_refund = { amount_minor: 72_000, currency: "MXN" as const };
    const admin = at(2, { role: "admin", kind: "user" });
    expect(await cancelBooking(admin, { booking_id: booking, token: null, expected_refund })).toMatchObject({
      ok: true,
    });
    expect(await stage.redemptions(couponId)).toEqual(["released"]);
  });
});

describe("a provider that", () => {
  test("can't be reached keeps the hold, and the others' holds end all the same", async () => {
    const departure = await newDeparture();
    const [stuck, free] = [await books(departure), await books(departure)];
    const { externalId } = await goesToPay(stuck);
    provider.fails();
    await freeLapsedHolds(at(32), departure);
    await expect(webhook(externalId, 33)).rejects.toThrow("can't be reached");
    await comesBack(stuck, 33);
    provider.wakes();
    expect(await stage.bookingRow(stuck)).toMatchObject({ status: "pending" });
    expect(await stage.bookingRow(free)).toMatchObject({ status: "cancelled" });
    expect(await seats(departure)).toMatchObject({ held: 2, available: 38 });
  });

  test("hangs holds no connection while it is waited for", async () => {
    const departure = await newDeparture();
    const waiting: string[] = [];
    for (let i = 0; i < 30; i++)
      waiting.push((await goesToPay(await books(departure, { number_of_people: 1 }))).paymentId);
    const { fetchState } = provider.calls;
    provider.hangs();
    const settling = waiting.map((id) => settlePayment(at(1), id));
    await vi.waitFor(() => expect(provider.calls.fetchState).toBe(fetchState + 30), { timeout: 20_000 });
    const { pool } = database.services;
    expect(pool.idleCount).toBe(pool.totalCount);
    await books(departure, { number_of_people: 1 });
    provider.wakes();
    await Promise.all(settling);
  });
});
