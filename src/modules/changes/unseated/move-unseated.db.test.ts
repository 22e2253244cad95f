import { beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { moveUnseated, departuresInstead, priceMove } from "#src/modules/changes/unseated/move-unseated.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { refundUnseatedNow } from "#src/modules/changes/unseated/refund-unseated.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, factsOf } = stage;
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const token = (booking: string) => accessToken(database.services.secret, booking);

/** Two people paid MX$800 in minute 40 for a departure that was full by then. */
async function unplaced(input: Parameters<typeof books>[1] = {}) {
  const full = await newDeparture({ seats: 2, late_tolerance: 0 });
  const late = await stage.unplaced(full, input);
  const [refund] = await stage.refunds(late.booking);
  expect(refund).toMatchObject({ reason: "unplaced", status: "requested" });
  return { full, ...late, refundId: refund!.id };
}

const moves = (booking: string, to: string, back_minor = 0, minutes = 50) =>
  moveUnseated(at(minutes), {
    booking_id: booking,
    token: token(booking),
    departure_id: to,
    expected: { back_minor, currency: "MXN" },
  });
const takesCredit = (booking: string, minutes = 50) =>
  creditUnseated(at(minutes), { booking_id: booking, token: token(booking) });
const takesMoney = (booking: string, minutes = 50) =>
  refundUnseatedNow(at(minutes), { bookingId: booking, token: token(booking) });
const credits = (booking: string) =>
  database.services.db.selectFrom("credits").selectAll().where("purchase_id", "=", booking).execute();

describe("another departure", () => {
  test("confirms the booking there, once, and nothing is refunded", async () => {
    const to = await newDeparture();
    const { booking, refundId } = await unplaced();
    expect(await moves(booking, to)).toMatchObject({ ok: true });
    expect(await moves(booking, to)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({
      status: "confirmed",
      cancel_reason: null,
      scheduled_crawl_id: to,
      total_price: 80_000,
      confirmed_at: later(50),
    });
    expect(await seats(to)).toMatchObject({ confirmed: 2, available: 38 });
    expect(await stage.payments(booking)).toMatchObject([{ placement: "moved" }]);
    expect(factsOf(booking).filter((name) => name === "booking.confirmed")).toHaveLength(1);
    await submitRefund(at(26 * 60), refundId);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "dropped" }]);
    expect(provider.refunds.has(`${refundId}:0`)).toBe(false);
    expect(await paymentStateOf(at(51), booking)).toMatchObject({ unplaced: null, refunds: [] });
  });

  test("that is dearer costs no more than was paid, and all of it comes back when it is cancelled", async () => {
    const to = await newDeparture({ price: 3000 });
    const { booking } = await unplaced();
    expect(await priceMove(at(41), { booking_id: booking, token: token(booking), departure_id: to })).toMatchObject({
      ok: true,
      given: 40_000,
      quote: { difference: { amount_minor: 0 }, after: { total: { amount_minor: 80_000 } } },
    });
    expect(await moves(booking, to)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({ subtotal: 120_000, discount: 40_000, total_price: 80_000 });
    const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
    expect(await cancelBooking(at(60), { booking_id: booking, token: token(booking), expected_refund })).toMatchObject({
      ok: true,
    });
    expect((await seats(to)).available).toBe(40);
  });

  test("that is cheaper gives the difference back, as it was shown", async () => {
    const to = await newDeparture({ price: 1500 });
    const { booking } = await unplaced();
    const [tile] = (await departuresInstead(at(41), booking)).filter(({ departure_id }) => departure_id === to);
    expect(tile).toMatchObject({ difference: { amount_minor: -20_000 } });
    expect(await moves(booking, to, 10_000)).toMatchObject({ reason: "move_changed" });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "requested" }]);
    expect(await moves(booking, to, 20_000)).toMatchObject({ ok: true });
    expect(await stage.refunds(booking)).toMatchObject([
      { status: "dropped" },
      { status: "requested", reason: "customer", amount: 20_000, due_at: later(50) },
    ]);
    expect(await stage.bookingRow(booking)).toMatchObject({ total_price: 60_000 });
  });

  test("gives back as money only what money was too much, and the rest to the credit that was used", async () => {
    const { db } = database.services;
    const source = await unplaced();
    await takesCredit(source.booking);
    const [credit] = await credits(source.booking);
    const of = { credit_id: credit!.id, amount: 30_000, created_at: later(0), updated_at: later(0) };
    const partly = async () => {
      const { booking, paymentId, refundId } = await unplaced();
      // as if MX$300 of its MX$800 had been paid with credit before the MX$500, and the credit was released with the seats
      await db
        .insertInto("credit_uses")
        .values({ ...of, purchase_id: booking, state: "released" })
        .execute();
      await db
        .updateTable("payments")
        .set({ amount: 50_000, charged_amount: 50_000 })
        .where("id", "=", paymentId)
        .execute();
      await db.updateTable("refunds").set({ amount: 50_000 }).where("id", "=", refundId).execute();
      return booking;
    };
    const priced = async (booking: string, to: string) =>
      priceMove(at(41), { booking_id: booking, token: token(booking), departure_id: to });
    const [cheap, cheaper] = [await newDeparture({ price: 1500 }), await newDeparture({ price: 1000 })];
    const booking = await partly();
    expect(await priced(booking, cheap)).toMatchObject({ given: 0, back: { money: 0, credit: 20_000 } });
    expect(await priced(booking, cheaper)).toMatchObject({ given: 0, back: { money: 10_000, credit: 30_000 } });
    expect(await moves(booking, cheap, 0)).toMatchObject({ ok: true });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "dropped" }]);
    const use = db.selectFrom("credit_uses").select(["amount", "state"]).where("purchase_id", "=", booking);
    expect(await use.execute()).toEqual([{ amount: 10_000, state: "used" }]);
    // credit since used elsewhere can't be returned
    const late = await partly();
    const elsewhere = { ...of, amount: 70_000, purchase_id: await books(await newDeparture()), state: "used" };
    await db.insertInto("credit_uses").values(elsewhere).execute();
    expect(await priced(late, cheaper)).toMatchObject({ given: 0, back: { money: 10_000, credit: 0 } });
    // nor does it buy a dearer departure
    expect(await priced(late, await newDeparture())).toMatchObject({ reason: "credit_gone" });
  });

  test("keeps the coupon that was promised, though its limit is used up by then", async () => {
    const coupon = await addCoupon(database.services.db, { code: "LATE10", usage_limit: 1 });
    const { booking } = await unplaced({ coupon_code: "LATE10" });
    await books(await newDeparture(), { coupon_code: "LATE10" }, 41);
    const to = await newDeparture();
    expect(await moves(booking, to)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({ discount: 8000, total_price: 72_000 });
    expect(await stage.redemptions(coupon)).toContain("used");
  });

  test("may be the same departure, when there are seats again", async () => {
    const { booking, full, rival } = await unplaced();
    expect(await moves(booking, full)).toMatchObject({ reason: "sold_out" });
    await cancelBooking(at(45), { booking_id: rival, token: token(rival) });
    expect((await departuresInstead(at(46), booking)).map(({ departure_id }) => departure_id)).toContain(full);
    expect(await moves(booking, full)).toMatchObject({ ok: true });
    expect(await seats(full)).toMatchObject({ confirmed: 2, available: 0 });
  });

  test("takes the seats of a basket that has lapsed, and says what is left when there are none", async () => {
    const to = await newDeparture({ seats: 2 });
    const rival = await books(to, {}, 45);
    const { booking } = await unplaced();
    expect(await moves(booking, to, 0, 50)).toMatchObject({ reason: "sold_out", left: 0 });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled" });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "requested" }]);
    expect(await moves(booking, to, 0, 90)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(rival)).toMatchObject({ status: "cancelled" });
  });

  test("gives the seats back that were taken again to pay anew", async () => {
    const { booking, full, rival } = await unplaced();
    await cancelBooking(at(45), { booking_id: rival, token: token(rival) });
    expect(await retakeHold(at(46), booking)).toMatchObject({ ok: true });
    const to = await newDeparture();
    expect(await moves(booking, to)).toMatchObject({ ok: true });
    expect(await seats(full)).toMatchObject({ held: 0, confirmed: 0, available: 2 });
    expect(await seats(to)).toMatchObject({ confirmed: 2 });
  });

  test.each([
    ["of another crawl's or nobody's", async () => crypto.randomUUID(), "departure_not_found"],
    ["that is over", () => newDeparture({ date: "2026-11-19" }), "departure_past"],
    ["that was cancelled", () => newDeparture({ status: "cancelled" }), "departure_cancelled"],
  ])("%s is refused", async (_, which, reason) => {
    const { booking } = await unplaced();
    expect(await moves(booking, await which())).toMatchObject({ reason });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "requested" }]);
  });
});

describe("credit", () => {
  test("is given once for the whole payment, is good for a year, and nothing is refunded", async () => {
    const { booking, refundId } = await unplaced();
    await Promise.all([takesCredit(booking), takesCredit(booking), takesCredit(booking)]);
    const [credit, ...others] = await credits(booking);
    expect(credit).toMatchObject({ amount: 80_000, currency: "MXN", expires_at: later(50 + 365 * 24 * 60) });
    expect(credit!.code).toMatch(/^RC-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(others).toEqual([]);
    await submitRefund(at(26 * 60), refundId);
    expect(provider.refunds.has(`${refundId}:0`)).toBe(false);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "credited" }]);
    expect(await paymentStateOf(at(51), booking)).toMatchObject({ unplaced: { credited: true }, refunds: [] });
    expect(factsOf(booking).filter((name) => name === "credit.given")).toHaveLength(1);
  });

  test("leaves nothing to refund, though the same booking is paid anew and cancelled", async () => {
    const { booking, rival } = await unplaced();
    await takesCredit(booking);
    await cancelBooking(at(51), { booking_id: rival, token: token(rival) });
    const again = await goesToPay(booking, 55);
    provider.pays(again.externalId);
    await webhook(again.externalId, 56);
    const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
    expect(await cancelBooking(at(57), { booking_id: booking, token: token(booking), expected_refund })).toMatchObject({
      ok: true,
    });
    expect((await stage.refunds(booking)).map(({ status, payment_id }) => [status, payment_id])).toEqual([
      ["credited", expect.anything()],
      ["requested", again.paymentId],
    ]);
  });
});

describe("of several choices at once one comes about", () => {
  const choices = {
    move: async (booking: string) => void (await moves(booking, await newDeparture())),
    credit: async (booking: string) => void (await takesCredit(booking)),
    money: async (booking: string) => void (await takesMoney(booking)),
    automatic: async (_: string, refundId: string) => submitRefund(at(25 * 60), refundId),
  };
  type Name = keyof typeof choices;

  /** What became of the money, one word each. */
  async function outcomes(booking: string, refundId: string): Promise<string[]> {
    const { status } = await stage.bookingRow(booking);
    return [
      ...(status === "confirmed" ? ["moved"] : []),
      ...((await credits(booking)).length > 0 ? ["credit"] : []),
      ...(provider.refunds.has(`${refundId}:0`) ? ["money"] : []),
    ];
  }

  test.each([
    [["move", "credit", "money", "automatic"]],
    [["automatic", "move"]],
    [["move", "automatic", "move"]],
    [["credit", "automatic", "credit"]],
    [["automatic", "credit", "move"]],
    [["money", "credit", "move"]],
    [["move", "move", "credit", "credit"]],
  ] as [Name[]][])("%o", async (expected) => {
    for (let round = 0; round < 4; round++) {
      const { booking, refundId } = await unplaced();
      await Promise.all(expected.map((name) => choices[name](booking, refundId)));
      await submitRefund(at(25 * 60), refundId);
      expect(await outcomes(booking, refundId)).toHaveLength(1);
    }
  });

  test("which, without the mark that the refund is being sent, would be two: the company hangs and the guest moves", async () => {
    const both = async (isMarked: boolean) => {
      const { booking, refundId } = await unplaced();
      const before = provider.calls.refund;
      provider.hangs();
      const sending = submitRefund(at(25 * 60), refundId);
      await expect.poll(() => provider.calls.refund).toBe(before + 1);
      if (!isMarked)
        await database.services.db
          .updateTable("refunds")
          .set({ first_asked_at: null })
          .where("id", "=", refundId)
          .execute();
      // a clock that is behind, for which the refund isn't due yet
      const moved = await moves(booking, await newDeparture(), 0, 23 * 60);
      provider.wakes();
      await sending;
      return { moved, outcomes: await outcomes(booking, refundId) };
    };
    expect(await both(true)).toMatchObject({ moved: { reason: "choice_made" }, outcomes: ["money"] });
    expect(await both(false)).toMatchObject({ moved: { ok: true }, outcomes: ["moved", "money"] });
  });

  test("asking for the money ends the choice at once, before it is sent", async () => {
    const { booking, refundId } = await unplaced();
    await takesMoney(booking);
    expect(await takesCredit(booking, 51)).toMatchObject({ reason: "choice_made" });
    expect(await moves(booking, await newDeparture(), 0, 51)).toMatchObject({ reason: "choice_made" });
    expect(await paymentStateOf(at(51), booking)).toMatchObject({ unplaced: { refunded: true } });
    await submitRefund(at(52), refundId);
    expect(await outcomes(booking, refundId)).toEqual(["money"]);
  });
});

test("whoever may not open the booking chooses nothing", async () => {
  const { booking } = await unplaced();
  const stranger = { booking_id: booking, token: "no such token" };
  const expected = { back_minor: 0, currency: "MXN" as const };
  const to = await newDeparture();
  expect(await moveUnseated(at(41), { ...stranger, departure_id: to, expected })).toMatchObject({
    reason: "booking_not_found",
  });
  expect(await priceMove(at(41), { ...stranger, departure_id: to })).toMatchObject({ reason: "booking_not_found" });
  expect(await creditUnseated(at(41), stranger)).toMatchObject({ reason: "booking_not_found" });
  expect(await stage.refunds(booking)).toMatchObject([{ status: "requested", due_at: later(24 * 60 + 40) }]);
});
