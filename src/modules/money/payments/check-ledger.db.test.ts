import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { checkPayment } from "#src/modules/money/payments/check-payment.server.ts";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { ledgerCheck, moneyToLookAfter, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { resolveReview } from "#src/modules/money/payments/resolve-review.server.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { ledgerDifferences } from "#src/modules/office/books-check/queries.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { revenueByDay } from "#tests/revenue.ts";

const database = freshDatabase({ ADMIN_EMAILS: "ops@ronda.test" });
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, factsOf } = stage;
const staff = (minutes: number) => at(minutes, { kind: "user", role: "manager", userId: "u1" });
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const differences = () => ledgerDifferences(database.services.db);

/** A booking's ledger balance by account, without zeros. */
async function accounts(bookingId: string): Promise<Record<string, number>> {
  const { rows } = await database.services.pool.query<{ name: string; amount: number }>(
    `select account || coalesce(':' || provider, '') as name, sum(amount)::int as amount from ledger_entries
     where purchase_id = $1 group by 1 having sum(amount) <> 0 order by 1`,
    [bookingId],
  );
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}

async function paid(over = {}) {
  const booking = await books(await newDeparture());
  const attempt = await goesToPay(booking);
  provider.pays(attempt.externalId, over);
  await webhook(attempt.externalId, 1);
  return { booking, ...attempt };
}
async function cancel(booking: string, amount_minor = 80_000, minutes = 2) {
  const token = accessToken(database.services.secret, booking);
  const expected_refund = { amount_minor, currency: "MXN" as const };
  const cancelled = await cancelBooking(at(minutes), { booking_id: booking, token, expected_refund });
  expect(cancelled).toMatchObject({ ok: true });
  return stage.refunds(booking);
}
const disputes = async (externalId: string, state: "open" | "won" | "lost", minutes: number, amount = 80_000) => {
  provider.disputes.set(externalId, { state, money: { amount, currency: "MXN" }, reason: "fraudulent" });
  await webhook(externalId, minutes, { type: "dispute.updated" });
};
/** A payment that arrived after its seats were sold. */
const unplaced = async () => stage.unplaced(await newDeparture({ seats: 2, late_tolerance: 0 }));
/** A refund that succeeded and came back. */
async function returned() {
  const { booking, externalId } = await paid();
  const [refund] = await cancel(booking);
  await submitRefund(at(3), refund!.id);
  provider.refundBecomes(`${refund!.id}:0`, "failed");
  for (const minute of [60, 61]) await webhook(externalId, minute, { type: "refund.failed" });
  return { booking, id: refund!.id };
}
/** Credit of 800 pesos, 300 of them used for another booking, before a lost dispute took `amount` of the money behind it. */
async function creditLost(amount: number) {
  const { booking, externalId } = await unplaced();
  const of = (id: string) => ({ booking_id: id, token: accessToken(database.services.secret, id) });
  expect(await creditUnseated(at(41), of(booking))).toMatchObject({ ok: true });
  const credit = await database.services.db
    .selectFrom("credits")
    .selectAll()
    .where("purchase_id", "=", booking)
    .executeTakeFirstOrThrow();
  const other = await books(await newDeparture({ price: 750 }), {}, 42); // 300 pesos for two
  expect(await applyCredit(at(43), { ...of(other), code: credit.code })).toMatchObject({ ok: true });
  await startPayment(at(44), { of: bookingRef(other), provider: "free", method: "free" }, randomUUID());
  await disputes(externalId, "open", 50, amount);
  await disputes(externalId, "lost", 51, amount);
  await disputes(externalId, "lost", 52, amount);
  return { booking, other, credit };
}
/** A won dispute, and one lost while a refund was due. */
async function disputesEnd() {
  const won = await paid();
  for (const state of ["open", "won"] as const) await disputes(won.externalId, state, 5);
  const lost = await paid();
  const [refund] = await cancel(lost.booking);
  for (const state of ["open", "lost"] as const) await disputes(lost.externalId, state, 5);
  await submitRefund(at(6), refund!.id);
}
const SOLD = { revenue: -80_000, "clearing:sandbox": 80_000 };

describe("the books of a booking", () => {
  test("that is paid hold its price as revenue and its money at the provider", async () => {
    const { booking } = await paid();
    expect(await accounts(booking)).toEqual(SOLD);
    expect(await differences()).toEqual([]);
  });

  test("that was cancelled in time are empty once the money has gone back", async () => {
    const { booking } = await paid();
    const [refund] = await cancel(booking);
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 80_000, refund_due: -80_000 });
    await submitRefund(at(3), refund!.id);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test("that was paid twice hold one price", async () => {
    const booking = await books(await newDeparture());
    const [first, second] = [await goesToPay(booking), await goesToPay(booking)];
    for (const { externalId } of [first, second]) {
      provider.pays(externalId);
      await webhook(externalId, 1);
    }
    expect(await accounts(booking)).toEqual({ ...SOLD, "clearing:sandbox": 160_000, refund_due: -80_000 });
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(2), refund!.id);
    expect(await accounts(booking)).toEqual(SOLD);
    expect(await differences()).toEqual([]);
  });

  test("whose payment found no seats hold what is to go back", async () => {
    const { booking } = await unplaced();
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 80_000, refund_due: -80_000 });
    expect(await differences()).toEqual([]);
  });
});

describe("a payment of a wrong amount", () => {
  test("is in the books as what it is until someone decides", async () => {
    const { booking } = await paid({ amount: 70_000 });
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 70_000, guest: -70_000 });
    expect(await differences()).toEqual([]);
  });

  test.each([
    [70_000, { revenue: -70_000, "clearing:sandbox": 70_000 }, 70_000, 0],
    [90_000, { revenue: -80_000, "clearing:sandbox": 90_000, refund_due: -10_000 }, 80_000, 10_000],
  ])("of %i that is accepted is the price", async (amount, after, total_price, back) => {
    const { booking, paymentId } = await paid({ amount });
    const decide = () => resolveReview(staff(2), { payment_id: paymentId, decision: "accept" });
    expect((await Promise.all([decide(), decide()])).filter((one) => one.ok)).toHaveLength(1);
    expect(await accounts(booking)).toEqual(after);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", total_price });
    expect((await stage.refunds(booking)).map((refund) => refund.amount)).toEqual(back ? [back] : []);
    expect(await differences()).toEqual([]);
    // from then on it is a payment like any other
    await cancel(booking, total_price, 3);
    for (const { id } of await stage.refunds(booking)) await submitRefund(at(4), id);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["amount", { amount: 70_000 }, "MXN"],
    ["currency", { currency: "USD" as const }, "USD"],
  ])("or %s goes back as it came", async (_, over, currency) => {
    const { booking, paymentId } = await paid(over);
    const sent = await resolveReview(staff(2), { payment_id: paymentId, decision: "refund" });
    expect(sent).toMatchObject({ ok: true });
    const [refund] = await stage.refunds(booking);
    expect(refund).toMatchObject({ amount: "amount" in over ? over.amount : 80_000, currency });
    await submitRefund(at(3), refund!.id);
    expect(await accounts(booking)).toEqual({});
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
    expect(await differences()).toEqual([]);
  });

  test("of which a bank has kept a part goes back but for that", async () => {
    const { booking, externalId, paymentId } = await paid({ amount: 70_000 });
    await disputes(externalId, "open", 5, 30_000);
    await disputes(externalId, "lost", 6, 30_000);
    const sent = await resolveReview(staff(7), { payment_id: paymentId, decision: "refund" });
    expect(sent).toMatchObject({ ok: true });
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(8), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "succeeded", amount: 40_000 }]);
    expect(provider.leftOf(externalId)).toBe(30_000);
    expect(await differences()).toEqual([]);
  });

  test("in another currency can't be accepted, and nobody decides who may not", async () => {
    const { paymentId: payment_id } = await paid({ currency: "USD" });
    const decide = (ctx: ReturnType<typeof at>) => resolveReview(ctx, { payment_id, decision: "accept" });
    expect(await decide(staff(2))).toEqual({ ok: false, reason: "wrong_currency" });
    expect(await decide(at(2))).toEqual({ ok: false, reason: "forbidden", missing: "payments.change" });
    expect(await decide(at(2, { kind: "user", role: "support" }))).toEqual({
      ok: false,
      reason: "forbidden",
      missing: "payments.change",
    });
  });
});

describe("a refund made in the provider's dashboard", () => {
  test("of a part is recorded once, lowers what may go back, and staff and guest hear of it", async () => {
    const { booking, externalId } = await paid();
    provider.refundsElsewhere(externalId, 20_000);
    await Promise.all([5, 6, 7].map((minute) => webhook(externalId, minute, { type: "refund.created" })));
    const [found, ...more] = await stage.refunds(booking);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ source: "external", status: "succeeded", amount: 20_000, taken_back: 20_000 });
    expect(await accounts(booking)).toEqual({ revenue: -60_000, "clearing:sandbox": 60_000 });
    expect(factsOf(booking)).toEqual([
      "booking.confirmed",
      "refund.succeeded",
      "booking.sale_changed",
      "payment.needs_review",
    ]);
    await cancel(booking, 60_000, 7);
    expect(await differences()).toEqual([]);
  });

  test("of the whole leaves the booking as it is", async () => {
    const { booking, externalId } = await paid();
    provider.refundsElsewhere(externalId, 80_000);
    await webhook(externalId, 5, { type: "refund.created" });
    expect(await accounts(booking)).toEqual({});
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    await cancel(booking, 0, 6);
    expect(await differences()).toEqual([]);
  });

  test.each([
    [80_000, [{ status: "dropped" }, { source: "external", amount: 80_000 }]],
    [
      30_000,
      [
        { status: "requested", amount: 50_000 },
        { source: "external", amount: 30_000 },
      ],
    ],
  ])("of %i takes the place of one that wasn't sent yet", async (amount, rows) => {
    const { booking, externalId } = await paid();
    const [ours] = await cancel(booking);
    provider.refundsElsewhere(externalId, amount);
    await webhook(externalId, 5, { type: "refund.created" });
    expect(await stage.refunds(booking)).toMatchObject(rows);
    expect(await differences()).toEqual([]);
    await submitRefund(at(6), ours!.id);
    expect(await accounts(booking)).toEqual({});
    expect(provider.leftOf(externalId)).toBe(0);
    expect(await differences()).toEqual([]);
  });

  test("voids the credit that was given for money without places, which never was a sale", async () => {
    const { booking, externalId } = await unplaced();
    const token = accessToken(database.services.secret, booking);
    expect(await creditUnseated(at(41), { booking_id: booking, token })).toMatchObject({ ok: true });
    provider.refundsElsewhere(externalId, 80_000);
    await webhook(externalId, 50, { type: "refund.created" });
    const credits = database.services.db.selectFrom("credits").select(["amount", "voided"]);
    expect(await credits.where("purchase_id", "=", booking).execute()).toEqual([{ amount: 80_000, voided: 80_000 }]);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test("isn't taken for one of ours whose answer was lost, nor the other way round", async () => {
    const { booking, externalId } = await paid();
    const [ours] = await cancel(booking);
    const { refund } = provider;
    provider.refund = (wish) => refund(wish).then(() => Promise.reject(new Error("the answer was lost")));
    await expect(submitRefund(at(3), ours!.id)).rejects.toThrow("lost");
    provider.refund = refund;
    await webhook(externalId, 4, { type: "refund.created" });
    expect(await stage.refunds(booking)).toMatchObject([{ id: ours!.id, status: "requested" }]);
    await submitRefund(at(5), ours!.id);
    await webhook(externalId, 6, { type: "refund.created" });
    expect(await stage.refunds(booking)).toMatchObject([{ id: ours!.id, status: "succeeded" }]);
    expect(await differences()).toEqual([]);
  });

  test("that is on its way is followed to its end", async () => {
    const { booking, externalId } = await paid();
    const id = provider.refundsElsewhere(externalId, 80_000, "submitted");
    await webhook(externalId, 5, { type: "refund.created" });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "submitted", source: "external" }]);
    expect(await differences()).toEqual([]);
    provider.refundBecomes(id, "succeeded");
    await webhook(externalId, 6, { type: "refund.updated" });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "succeeded" }]);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test("of a payment that waits for a decision decides it", async () => {
    const { booking, externalId } = await paid({ amount: 70_000 });
    provider.refundsElsewhere(externalId, 70_000);
    await webhook(externalId, 5, { type: "refund.created" });
    expect(await accounts(booking)).toEqual({});
    expect(await stage.payments(booking)).toMatchObject([{ status: "succeeded", review_reason: null }]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["all of it", 70_000, "succeeded"],
    ["a part", 30_000, "pending"],
  ])("of a payment that waits for a decision and was lost to the bank, %s, is our loss", async (_, amount, status) => {
    const { booking, externalId } = await paid({ amount: 70_000 });
    await disputes(externalId, "open", 5, 70_000);
    await disputes(externalId, "lost", 6, 70_000);
    expect(await accounts(booking)).toEqual({});
    provider.refundsElsewhere(externalId, amount);
    await webhook(externalId, 7, { type: "refund.created" });
    expect(await accounts(booking)).toEqual({ revenue: amount, "clearing:sandbox": -amount });
    expect(await stage.payments(booking)).toMatchObject([{ status }]);
    expect(await differences()).toEqual([]);
  });
});

describe("a refund that came back after it had gone through", () => {
  test("is with the provider again and waits for a person", async () => {
    const { booking } = await returned();
    expect(await stage.refunds(booking)).toMatchObject([
      { status: "manual", attempts: 1, last_error: "returned", succeeded_at: null },
    ]);
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 80_000, refund_due: -80_000 });
    expect(factsOf(booking).filter((name) => name === "payment.needs_review")).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test("is tried again when they say so", async () => {
    const { booking, id } = await returned();
    expect(await retryRefund(at(70), { refund_id: id })).toMatchObject({ reason: "forbidden" });
    expect(await retryRefund(staff(70), { refund_id: id })).toMatchObject({ ok: true });
    await submitRefund(at(70), id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "succeeded", external_id: `re_${id}:1` }]);
    expect(await accounts(booking)).toEqual({});
    expect(await retryRefund(staff(71), { refund_id: id })).toMatchObject({ reason: "not_failed" });
    expect(await differences()).toEqual([]);
  });

  test("is closed by whoever paid it by hand, once, with a note", async () => {
    const { booking, id } = await returned();
    const close = (note: string, ctx = staff(70)) => closeManualRefund(ctx, { refund_id: id, note });
    expect(await close("  ")).toMatchObject({ reason: "note_missing" });
    expect(await close("by bank", at(70))).toMatchObject({ reason: "forbidden" });
    const both = await Promise.all([close("by bank transfer"), close("by bank transfer")]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    expect(await stage.refunds(booking)).toMatchObject([
      { status: "succeeded", note: "by bank transfer", succeeded_at: later(70) },
    ]);
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 80_000, "clearing:by_hand": -80_000 });
    expect(await differences()).toEqual([]);
  });

  test("and was then made in the dashboard is the same one that was closed by hand, and may come back from there too", async () => {
    const { booking, id } = await returned();
    await closeManualRefund(staff(70), { refund_id: id, note: "in the dashboard" });
    const [payment] = await stage.payments(booking);
    const there = provider.refundsElsewhere(payment!.external_id!, 80_000);
    await webhook(payment!.external_id!, 71, { type: "refund.created" });
    expect(await stage.refunds(booking)).toHaveLength(1);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
    provider.refundBecomes(there, "failed");
    for (const minute of [72, 73]) await webhook(payment!.external_id!, minute, { type: "refund.failed" });
    expect(await stage.refunds(booking)).toMatchObject([{ status: "manual", last_error: "returned" }]);
    expect(await accounts(booking)).toEqual({ "clearing:sandbox": 80_000, refund_due: -80_000 });
    expect(await differences()).toEqual([]);
  });
});

describe("a disputed payment", () => {
  test("can't be refunded while the bank decides: cancelling frees the seats and sends nothing", async () => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "open", 5);
    expect(await accounts(booking)).toEqual({ guest: 80_000, revenue: -80_000 });
    expect(await differences()).toEqual([]);
    const [refund] = await cancel(booking, 0, 6);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled" });
    await submitRefund(at(7), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "requested", waits: "dispute", amount: 80_000 }]);
    expect(await paymentStateOf(at(7), booking)).toMatchObject({ refunds: [{ status: "disputed" }] });
    expect(provider.leftOf(externalId)).toBe(80_000);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["guest", "won", "succeeded"],
    ["guest", "lost", "dropped"],
    ["operator", "won", "succeeded"],
    ["operator", "lost", "dropped"],
  ] as const)("of a booking that its %s cancelled meanwhile is given back once it is %s", async (by, end, status) => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "open", 5);
    const { scheduled_crawl_id: departure } = await stage.bookingRow(booking);
    if (by === "guest") await cancel(booking, 0, 6);
    else expect(await cancelDepartureBookings(staff(6), { departure_id: departure })).toMatchObject({ cancelled: 1 });
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(7), refund!.id);
    await disputes(externalId, end, 8);
    await submitRefund(at(9), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status, amount: 80_000 }]);
    expect(provider.leftOf(externalId)).toBe(end === "won" ? 0 : 80_000);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["won", "manual"],
    ["lost", "dropped"],
  ] as const)("that can't be refunded there isn't paid back by hand before it is %s", async (end, status) => {
    const { booking, externalId } = await paid();
    const [refund] = await cancel(booking);
    provider.answersRefunds("manual");
    await submitRefund(at(3), refund!.id);
    await disputes(externalId, "open", 5);
    const close = (minutes: number) => closeManualRefund(staff(minutes), { refund_id: refund!.id, note: "by bank" });
    expect(await close(6)).toEqual({ ok: false, reason: "disputed" });
    const { refunds } = await moneyToLookAfter(at(6));
    expect(refunds.find(({ id }) => id === refund!.id)).toMatchObject({ status: "manual", dispute_state: "open" });
    await disputes(externalId, end, 7);
    expect(await stage.refunds(booking)).toMatchObject([{ status }]);
    expect(await close(8)).toMatchObject(end === "won" ? { ok: true } : { reason: "not_manual" });
    expect(await differences()).toEqual([]);
  });

  test("of which the bank keeps a part is given back but for that", async () => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "open", 5, 30_000);
    const [refund] = await cancel(booking, 0, 6);
    await submitRefund(at(7), refund!.id);
    await disputes(externalId, "lost", 8, 30_000);
    await submitRefund(at(9), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "succeeded", amount: 50_000 }]);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test("can be refunded again when the dispute is won", async () => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "open", 5);
    await disputes(externalId, "won", 6);
    expect(await accounts(booking)).toEqual(SOLD);
    expect(await stage.payments(booking)).toMatchObject([{ dispute_state: "won", review_reason: null }]);
    expect(await cancel(booking, 80_000, 7)).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["all of it", 80_000, 50_000],
    ["a part", 30_000, 30_000],
  ])("that is lost over %s takes what was not used of the credit that was given for it", async (_, amount, voided) => {
    const { booking, other, credit } = await creditLost(amount);
    expect(await accounts(other)).toEqual({ revenue: -30_000, credit: 30_000 });
    const after = await database.services.db
      .selectFrom("credits")
      .select("voided")
      .where("id", "=", credit.id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ voided });
    expect(await differences()).toEqual([]);
    const emails = await database.services.db
      .selectFrom("emails")
      .select("payload")
      .where("booking_id", "=", booking)
      .where("kind", "=", "staff_payment_review")
      .execute();
    expect(emails.filter(({ payload }) => JSON.stringify(payload).includes("credit_used"))).toHaveLength(1);
  });

  test("that is lost is a sale that brought nothing", async () => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "open", 5);
    await disputes(externalId, "lost", 6);
    expect(await accounts(booking)).toEqual({});
    expect(await cancel(booking, 0, 7)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["lost", "dropped", 0, 0],
    ["won", "succeeded", 0, 1],
  ] as const)("whose refund was due sends nothing until it is %s", async (end, status, left, sent) => {
    const { booking, externalId } = await paid();
    const [refund] = await cancel(booking);
    await disputes(externalId, "open", 5);
    await submitRefund(at(6), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "requested", waits: "dispute" }]);
    expect(await differences()).toEqual([]);
    await disputes(externalId, end, 7);
    await submitRefund(at(8), refund!.id);
    expect(await stage.refunds(booking)).toMatchObject([{ status, waits: null }]);
    expect([...provider.refunds.keys()].filter((key) => key.startsWith(refund!.id))).toHaveLength(sent);
    expect(Object.values(await accounts(booking)).reduce((sum, one) => sum + Math.abs(one), 0)).toBe(left);
    expect(await differences()).toEqual([]);
  });

  test("ends in the true state, whatever order the messages come in", async () => {
    const { booking, externalId } = await paid();
    await disputes(externalId, "lost", 5);
    await disputes(externalId, "open", 6);
    await Promise.all([disputes(externalId, "open", 7), disputes(externalId, "lost", 7)]);
    expect(await stage.payments(booking)).toMatchObject([{ dispute_state: "lost" }]);
    expect(factsOf(booking)).toEqual(["booking.confirmed", "payment.needs_review", "booking.sale_changed"]);
    expect(await accounts(booking)).toEqual({});
    expect(await differences()).toEqual([]);
  });

  test("that the bank only warned of is told to staff once", async () => {
    const { booking, externalId } = await paid();
    for (const minute of [5, 6]) await webhook(externalId, minute, { type: "warning.created" });
    expect(factsOf(booking)).toEqual(["booking.confirmed", "payment.needs_review"]);
    expect((await stage.payments(booking))[0]!.warned_at).not.toBeNull();
  });
});

describe("a payment that is checked now", () => {
  test("is settled, by whoever may and only when its provider answers", async () => {
    const booking = await books(await newDeparture());
    const { externalId, paymentId: payment_id } = await goesToPay(booking);
    provider.pays(externalId);
    expect(await checkPayment(at(1), { payment_id })).toEqual({
      ok: false,
      reason: "forbidden",
      missing: "payments.change",
    });
    expect(await checkPayment(staff(1), { payment_id: booking })).toMatchObject({ reason: "payment_not_found" });
    provider.fails();
    expect(await checkPayment(staff(1), { payment_id })).toMatchObject({ reason: "provider_unavailable" });
    provider.wakes();
    expect(await checkPayment(staff(1), { payment_id })).toMatchObject({ ok: true, status: "succeeded" });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });
});

describe("a refund at a provider whose account is empty", () => {
  test("waits, is asked about ever more seldom under one name, and staff hear of it once", async () => {
    const { booking } = await paid();
    const { id } = (await cancel(booking))[0]!;
    const requests: (Date | null)[] = [];
    const { refund } = provider;
    provider.refund = async (wish) => {
      requests.push(wish.askedBefore);
      return { status: "submitted", externalId: `re_${wish.refundId}`, waits: "balance" };
    };
    for (const minutes of [3, 63, 123, 243]) await submitRefund(at(minutes), id);
    provider.refund = refund;
    expect(await stage.refunds(booking)).toMatchObject([{ status: "submitted", waits: "balance", attempts: 0 }]);
    expect(requests).toEqual([null, later(3), later(3), later(3)]);
    const { rows } = await database.services.pool.query<{ run_at: Date }>(
      "select run_at from graphile_worker._private_jobs where key = $1",
      [`refund:${id}`],
    );
    expect(rows).toEqual([{ run_at: later(243 + 240) }]);
    expect(factsOf(booking).filter((name) => name === "payment.needs_review")).toHaveLength(1);
    expect(await differences()).toEqual([]);
    await submitRefund(at(483), id);
    expect(await stage.refunds(booking)).toMatchObject([{ status: "succeeded", waits: null }]);
    expect(await differences()).toEqual([]);
  });
});

describe("the steps of a refund", () => {
  test("that there are not are refused by the table itself", async () => {
    const { booking } = await paid();
    const { id } = (await cancel(booking))[0]!;
    await submitRefund(at(3), id);
    const back = database.services.pool.query("update refunds set status = 'requested' where id = $1", [id]);
    await expect(back).rejects.toThrow("succeeded does not become requested");
  });
});

describe("what the books report", () => {
  test("is revenue by day of sale and of service, in each currency, without test money", async () => {
    const ctx = database.ctx();
    const days = { from: "2026-11-01", to: "2027-12-31" };
    expect(await revenueByDay(ctx, { by: "sale", ...days })).toEqual([]);
    const { booking } = await paid();
    const departure = await database.services.db
      .selectFrom("bookings as b")
      .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
      .select("d.date")
      .where("b.id", "=", booking)
      .executeTakeFirstOrThrow();
    const live = async (key: string, kind: "sold" | "sale_taken_back", amount: number) =>
      database.services.db
        .transaction()
        .execute((tx) =>
          postEntries(tx, new Date("2026-11-21T05:30:00Z"), { purchaseId: booking, test: false }, [
            { key, kind, amount, currency: "USD" },
          ]),
        );
    await live("live-1", "sold", 4000);
    await live("live-2", "sale_taken_back", 1000);
    const figures = { currency: "USD", sold: 4000, taken_back: 1000, revenue: 3000 };
    // 23:30 in Mexico City
    expect(await revenueByDay(ctx, { by: "sale", ...days })).toEqual([{ day: "2026-11-20", ...figures }]);
    expect(await revenueByDay(ctx, { by: "service", ...days })).toEqual([{ day: departure.date, ...figures }]);
    expect(await revenueByDay(ctx, { by: "sale", from: "2026-11-21", to: "2026-11-30" })).toEqual([]);
    await database.services.pool.query("alter table ledger_entries disable trigger ledger_is_append_only");
    await database.services.pool.query("delete from ledger_entries where posting like 'live-%'");
    await database.services.pool.query("alter table ledger_entries enable trigger ledger_is_append_only");
  });
});

describe("the ledger check", () => {
  test("finds every kind of posting that is left out", async () => {
    await returned();
    await creditLost(80_000);
    await disputesEnd();
    const { rows: kinds } = await database.services.pool.query<{ kind: string; posting: string }>(
      "select distinct on (kind) kind, posting from ledger_entries order by kind, id desc",
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "captured",
      "charge_back_returned",
      "charged_back",
      "credit_given",
      "credit_used",
      "credit_voided",
      "refund_dropped",
      "refund_promised",
      "refund_returned",
      "refunded",
      "sale_taken_back",
      "sold",
    ]);
    for (const { kind, posting } of kinds)
      expect(await withoutPosting(posting), `without a posting of kind ${kind}`).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
  });

  /** How many differences the check finds without a posting. */
  async function withoutPosting(posting: string): Promise<number> {
    const back = new Error("taken back");
    let found = 0;
    await database.services.db
      .transaction()
      .execute(async (tx: Tx) => {
        await sql`alter table ledger_entries disable trigger ledger_is_append_only`.execute(tx);
        await tx.deleteFrom("ledger_entries").where("posting", "=", posting).execute();
        found = (await ledgerDifferences(tx)).length;
        throw back;
      })
      .catch((error: unknown) => expect(error).toBe(back));
    return found;
  }

  test("tells staff once of what differs, keeps it, and corrects nothing", async () => {
    const { booking } = await paid();
    const emails = async () =>
      database.services.db
        .selectFrom("emails")
        .select(["id", "recipient"])
        .where("kind", "=", "staff_books_differ")
        .where("booking_id", "=", booking)
        .execute();
    expect(await checkLedger(at(10))).toBe(0);
    expect(await ledgerCheck(at(10))).toMatchObject({ ok: true, differences: [] });
    const charged = (amount: number) =>
      database.services.pool.query("update payments set charged_amount = $1 where purchase_id = $2", [amount, booking]);
    await charged(80_001);
    await Promise.all([checkLedger(at(11)), checkLedger(at(11))]);
    await checkLedger(at(12));
    const [email, ...more] = await emails();
    expect([email!.recipient, more]).toEqual(["ops@ronda.test", []]);
    await sendEmail(at(12), { id: email!.id });
    const sent = await database.services.db
      .selectFrom("emails")
      .selectAll()
      .where("id", "=", email!.id)
      .executeTakeFirstOrThrow();
    expect(sent.last_error).toBeNull();
    expect(sent.text).toContain("should be MX$800.01");
    const difference = {
      purchase_id: booking,
      account: "clearing",
      provider: "sandbox",
      expected: 80_001,
      actual: 80_000,
    };
    expect(await ledgerCheck(at(12))).toMatchObject({ ok: false, differences: [difference] });
    await charged(80_000);
    await checkLedger(at(13));
    expect(await ledgerCheck(at(13))).toMatchObject({ ok: true, differences: [] });
    await charged(80_001);
    await checkLedger(at(14));
    expect(await emails()).toHaveLength(1);
    await charged(80_000);
    await checkLedger(at(15));
  });

  describe("in portions", () => {
    const db = () => database.services.db;
    /** Changes what a payment is said to have charged behind everybody's back. */
    const charges = (booking: string, amount: number) =>
      database.services.pool.query("update payments set charged_amount = $1 where purchase_id = $2", [amount, booking]);
    const found = async () => (await ledgerCheck(at(30)))!.differences.map(({ purchase_id }) => purchase_id);
    const standing = async () =>
      (await db().selectFrom("ledger_differences").select("purchase_id").where("gone_at", "is", null).execute()).map(
        ({ purchase_id }) => purchase_id,
      );
    const open = () =>
      db().selectFrom("ledger_rounds").select(["id", "before"]).where("ended_at", "is", null).executeTakeFirst();
    const proofs = () => db().selectFrom("ledger_proofs").selectAll().execute();

    test("finds a fault in an old booking that nothing tells of", async () => {
      const { booking } = await paid();
      for (let i = 0; i < 3; i++) await paid();
      await checkLedger(at(20), { portion: 2 });
      // as if all of it had been long ago
      await db()
        .updateTable("ledger_rounds")
        .set({ began_at: new Date("2099-01-01") })
        .execute();
      await charges(booking, 80_001);
      expect(await checkLedger(at(21), { portion: 2 })).toBe(1);
      expect(await found()).toEqual([booking]);
      await charges(booking, 80_000);
      expect(await checkLedger(at(22), { portion: 2 })).toBe(0);
    });

    test("finds one in a booking of the day before it comes to the old ones", async () => {
      await checkLedger(at(20));
      await db()
        .updateTable("ledger_rounds")
        .set({ began_at: new Date(Date.now() - 60_000) })
        .execute();
      const { booking } = await paid();
      // ids say nothing of their age: the last that a round comes to, of those that can be put back to what they were
      const { rows } = await sql<{ id: string }>`
        select purchase_id as id from payments where purchase_id <> ${booking} group by 1
        having count(*) = 1 and min(charged_amount) = 80000 order by 1 limit 1`.execute(db());
      const oldest = rows[0]!.id;
      await db()
        .insertInto("audit_log")
        .values({
          actor_kind: "system",
          action: "booking.changed",
          subject_type: "booking",
          subject_id: oldest,
          changes: "{}",
        })
        .execute();
      await charges(booking, 80_002);
      await charges(oldest, 80_003);
      await checkLedger(at(21), { portion: 1, portions: 0 });
      expect(new Set(await standing())).toEqual(new Set([oldest, booking]));
      for (const id of [booking, oldest]) await charges(id, 80_000);
      expect(await checkLedger(at(22))).toBe(0);
    });

    test("goes on where it was stopped, and is no proof before its end", async () => {
      const added: string[] = [];
      for (let i = 0; i < 5; i++) added.push((await paid()).booking);
      const { rows } = await sql<{ id: string }>`select id from bookings order by id desc`.execute(db());
      const order = rows.map(({ id }) => id);
      const booking = added.toSorted()[0]!;
      await checkLedger(at(20));
      await db()
        .updateTable("ledger_rounds")
        .set({ began_at: new Date("2099-01-01") })
        .execute();
      const before = await proofs();
      await charges(booking, 80_004);
      await checkLedger(at(21), { portion: 1, portions: order.indexOf(booking) });
      const stopped = await open();
      expect(await standing(), "it isn't that far").toEqual([]);
      expect(await proofs()).toEqual(before);
      await checkLedger(at(22), { portion: 1, portions: 1 });
      expect(await standing()).toEqual([booking]);
      expect(await open()).toEqual({ id: stopped!.id, before: booking });
      expect(await checkLedger(at(23), { portion: 2 })).toBe(1);
      expect(await open()).toBeUndefined();
      expect((await proofs()).slice(before.length)).toMatchObject([{ differences: 1 }]);
      await charges(booking, 80_000);
      expect(await checkLedger(at(24), { portion: 2 })).toBe(0);
    });

    test("finds what a whole comparison finds, whatever the portions", async () => {
      const { booking } = await paid();
      const other = (await returned()).booking;
      await unplaced();
      await charges(booking, 1);
      await charges(other, 2);
      const whole = await differences();
      expect(whole.length).toBeGreaterThan(1);
      for (const portion of [1, 3, 1000]) {
        expect(await checkLedger(at(70), { portion })).toBe(whole.length);
        expect(new Set(await standing())).toEqual(new Set(whole.map((one) => one.purchase_id)));
      }
      for (const id of [booking, other]) await charges(id, 80_000);
      expect(await checkLedger(at(71))).toBe(0);
    });

    test("by two processes at once is one check", async () => {
      const before = (await proofs()).length;
      await Promise.all([checkLedger(at(80), { portion: 1 }), checkLedger(at(80), { portion: 1 })]);
      expect((await proofs()).length).toBeGreaterThan(before);
      expect(await checkLedger(at(81))).toBe(0);
    });
  });
});
