import { beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, factsOf } = stage;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const token = (booking: string) => accessToken(database.services.secret, booking);
const pesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });
const cancel = (booking: string, minutes: number, expected?: { amount_minor: number; currency: "MXN" | "USD" }) =>
  cancelBooking(at(minutes), {
    booking_id: booking,
    token: token(booking),
    ...(expected ? { expected_refund: expected } : {}),
  });

async function paid(over = {}) {
  const departure = await newDeparture(over);
  const booking = await books(departure);
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  return { departure, booking, externalId };
}

test("an unpaid booking just ends, and its page at the provider is closed", async () => {
  const departure = await newDeparture();
  const booking = await books(departure);
  const { externalId } = await goesToPay(booking);
  expect(await cancel(booking, 1)).toMatchObject({ ok: true, refund: pesos(0) });
  expect(await seats(departure)).toMatchObject({ available: 40, held: 0 });
  expect(await provider.fetchState(externalId)).toMatchObject({ status: "expired" });
  expect(await cancel(booking, 2)).toMatchObject({ reason: "already_cancelled" });
});

test("an unpaid booking that was paid meanwhile answers with the quote instead", async () => {
  const booking = await books(await newDeparture());
  provider.pays((await goesToPay(booking)).externalId);
  expect(await cancel(booking, 1)).toMatchObject({ reason: "quote_changed", refund: pesos(80_000) });
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
});

test("an unpaid booking stays when its provider can't be asked", async () => {
  const booking = await books(await newDeparture());
  await goesToPay(booking);
  provider.fails();
  expect(await cancel(booking, 1)).toMatchObject({ ok: false, reason: "provider_unavailable" });
  provider.wakes();
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending" });
});

describe("a confirmed booking", () => {
  // the departure of 28 November 2026 begins at 20:00 in Mexico City; refunds end a day before
  const deadline = (new Date("2026-11-29T02:00:00Z").getTime() - later(0).getTime()) / 60_000 - 24 * 60;
  test.each([
    ["a second before the deadline", -1 / 60, 80_000],
    ["at the deadline", 0, 80_000],
    ["a second after the deadline", 1 / 60, 0],
  ])("%s is quoted, then cancelled for what was quoted", async (_, minutes, refund) => {
    const departure = await newDeparture({ date: "2026-11-28" });
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking);
    provider.pays(externalId);
    await webhook(externalId, 1);
    const minute = deadline + minutes;
    // new buyers see the same rule, and so do staff
    expect(await findOffer(at(minute), departure)).toMatchObject({ ok: true, offer: { refundable: refund > 0 } });
    const view = await bookingPanel(at(minute, { kind: "user", role: "support" }), booking);
    expect(view).toMatchObject({ ok: true, panel: { refund: { past: refund === 0 } } });
    expect(await cancel(booking, minute)).toMatchObject({ reason: "quote_changed", refund: pesos(refund) });
    expect(await cancel(booking, minute, pesos(refund + 1))).toMatchObject({ reason: "quote_changed" });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await cancel(booking, minute, pesos(refund))).toMatchObject({ ok: true, refund: pesos(refund) });
    expect(await seats(departure)).toMatchObject({ available: 40, confirmed: 0 });
    expect((await stage.refunds(booking)).map((r) => r.amount)).toEqual(refund ? [refund] : []);
    await database.services.db
      .updateTable("scheduled_crawls")
      .set({ status: "cancelled" })
      .where("id", "=", departure)
      .execute();
  });

  test("is not cancelled once the departure has begun", async () => {
    const { booking } = await paid({ date: "2026-11-21" });
    expect(await cancel(booking, 33 * 60, pesos(0))).toMatchObject({ reason: "departure_past" });
  });

  test("is not cancelled by a quote in another currency", async () => {
    const { booking } = await paid();
    expect(await cancel(booking, 2, { amount_minor: 80_000, currency: "USD" })).toMatchObject({
      reason: "quote_changed",
    });
  });

  test("is cancelled once by ten calls at once, with one refund", async () => {
    const { departure, booking } = await paid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(booking, 2, pesos(80_000))));
    expect(answers.filter((a) => a.ok)).toHaveLength(1);
    expect(await stage.refunds(booking)).toMatchObject([{ amount: 80_000, reason: "customer", status: "requested" }]);
    expect(await seats(departure)).toMatchObject({ available: 40 });
    expect(factsOf(booking)).toEqual(["booking.confirmed", "booking.cancelled"]);
  });

  test("looks like none to whoever has neither its link nor its browser", async () => {
    const { booking } = await paid();
    const stranger = at(2);
    for (const wrong of [null, "", token("another"), `${token(booking)}x`])
      expect(
        await cancelBooking(stranger, { booking_id: booking, token: wrong, expected_refund: pesos(80_000) }),
      ).toMatchObject({ reason: "booking_not_found" });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("that was paid twice gives each payment back once, though the first refund was declined", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const [one, two] = [await goesToPay(booking), await goesToPay(booking, 1, "paypal")];
    for (const { externalId } of [one, two]) {
      provider.pays(externalId);
      await webhook(externalId, 2);
    }
    const [duplicate] = await stage.refunds(booking);
    provider.answersRefunds("failed");
    await submitRefund(at(3), duplicate!.id);
    // the declined refund will be retried, so its money is reserved
    expect(await cancel(booking, 4, pesos(80_000))).toMatchObject({ ok: true, refund: pesos(80_000) });
    const refunds = await stage.refunds(booking);
    expect(refunds.map((r) => r.reason)).toEqual(["duplicate", "customer"]);
    expect(new Set(refunds.map((r) => r.payment_id)).size).toBe(2);
  });
});

test("money that waits for a bank is given back by whoever may give back money", async () => {
  const { booking, externalId } = await paid();
  provider.disputes.set(externalId, {
    state: "open",
    money: { amount: 80_000, currency: "MXN" },
    reason: "fraudulent",
  });
  await webhook(externalId, 2, { type: "dispute.updated" });
  const { version } = await stage.bookingRow(booking);
  const ended = (role: string) => {
    const expected = { version, refund_minor: 0, currency: "MXN" as const };
    return cancelAsAdmin(at(3, { kind: "user", role }), { booking_id: booking, choice: "operator", expected });
  };
  expect(await ended("support")).toMatchObject({ reason: "forbidden", missing: "payments.change" });
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  expect(await ended("manager")).toMatchObject({ ok: true });
});
