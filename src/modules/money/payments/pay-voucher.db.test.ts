import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { laterOpen } from "#src/modules/sales/booking/pay-later.server.ts";
import { paymentOptions, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, webhook } = stage;
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});
beforeEach(() => switched("true"));

async function switched(value: string) {
  await database.services.db
    .insertInto("app_settings")
    .values({ key: "oxxo_enabled", value })
    .onConflict((c) => c.column("key").doUpdateSet({ value }))
    .execute();
  forgetSettings(database.services);
}

const DAY = 24 * 60;
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const goes = (booking: string, minutes = 0) =>
  startPayment(at(minutes), { of: bookingRef(booking), provider: "sandbox", method: "oxxo" }, randomUUID());

/** A booking of two with a voucher that can be paid for three days. */
async function withVoucher(departure: string) {
  const booking = await books(departure);
  const started = await goes(booking);
  if (!started.ok) throw new Error(started.reason);
  const externalId = `sandbox_${started.payment_id}`;
  provider.says(externalId, { status: "pending", until: later(3 * DAY) });
  await webhook(externalId, 2);
  return { booking, externalId };
}

const offered = async (booking: string) => {
  const view = (await findBooking(at(0), booking, null))!;
  const options = await paymentOptions(at(0), view.total, await laterOpen(at(0), view, view.total));
  return options.some(({ method }) => method === "oxxo");
};

const emailsOf = async (booking: string) => {
  const rows = await database.services.db
    .selectFrom("emails")
    .select("kind")
    .where("booking_id", "=", booking)
    .orderBy("created_at")
    .execute();
  return rows.map(({ kind }) => kind);
};

test("is offered and taken only where it is switched on and the departure suits it", async () => {
  const [soon, fine] = [await books(await newDeparture({ date: "2026-11-24" })), await books(await newDeparture())];
  expect([await offered(soon), await offered(fine)]).toEqual([false, true]);
  expect(await goes(soon)).toMatchObject({ reason: "provider_not_offered" });
  const inDollars = await books(await newDeparture(), { currency: "USD" });
  expect(await offered(inDollars)).toBe(false);
  expect(await goes(inDollars)).toMatchObject({ reason: "provider_not_offered" });
  await switched("false");
  expect(await offered(fine)).toBe(false);
  expect(await goes(fine)).toMatchObject({ reason: "provider_not_offered" });
});

describe("a voucher", () => {
  test("is shown at its own address, where the company has one", async () => {
    const booking = await books(await newDeparture());
    const started = await goes(booking);
    if (!started.ok) throw new Error(started.reason);
    const voucherUrl = "https://pay.example/voucher/1";
    provider.says(`sandbox_${started.payment_id}`, { status: "pending", until: later(3 * DAY), voucherUrl });
    await webhook(`sandbox_${started.payment_id}`, 2);
    expect((await paymentStateOf(at(3), booking)).voucher).toMatchObject({
      amount_minor: 80_000,
      currency: "MXN",
      url: voucherUrl,
    });
  });

  test("is emailed once, however often the company says it again, and not where the seats are gone", async () => {
    const { booking, externalId } = await withVoucher(await newDeparture());
    await webhook(externalId, 3);
    await stage.poller(60);
    expect(await emailsOf(booking)).toEqual(["voucher_issued"]);
    const late = await books(await newDeparture());
    const started = await goes(late);
    await freeLapsedHolds(at(DAY), null);
    provider.says(`sandbox_${started.ok && started.payment_id}`, { status: "pending", until: later(3 * DAY) });
    await webhook(`sandbox_${started.ok && started.payment_id}`, DAY + 1);
    expect(await emailsOf(late)).toEqual([]);
  });

  test("keeps its seats for as long as it can be paid, and confirms the booking when it is", async () => {
    const departure = await newDeparture();
    const { booking, externalId } = await withVoucher(departure);
    await freeLapsedHolds(at(2 * DAY), null);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: later(3 * DAY) });
    expect(await paymentStateOf(at(2 * DAY), booking)).toMatchObject({
      last: "open",
      voucher: { until: later(3 * DAY).toISOString() },
    });
    provider.pays(externalId);
    await stage.poller(2 * DAY);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0, available: 38 });
  });

  test.each([
    ["says so", (id: string) => provider.says(id, { status: "failed", reason: "voucher_lapsed" })],
    ["says nothing", () => {}],
  ])("that is not paid gives its seats back, when the company %s", async (_, says) => {
    const departure = await newDeparture();
    const { booking, externalId } = await withVoucher(departure);
    says(externalId);
    await stage.poller(3 * DAY + 1);
    await freeLapsedHolds(at(3 * DAY + 2), null);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    expect(await seats(departure)).toMatchObject({ held: 0, available: 40 });
    // cash paid in the last minute and reported a day later finds free seats
    provider.pays(externalId);
    await webhook(externalId, 4 * DAY);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("is not given up by the same browser's next booking", async () => {
    const departure = await newDeparture();
    const browser = randomUUID();
    const place = async (minutes: number) => {
      const placed = await placeBooking(at(minutes, { browser }), bookingInput(departure), randomUUID());
      if (!placed.ok) throw new Error(placed.reason);
      return placed.booking.id;
    };
    const first = await place(0);
    const started = await goes(first);
    const externalId = `sandbox_${started.ok && started.payment_id}`;
    provider.says(externalId, { status: "pending", until: later(3 * DAY) });
    await webhook(externalId, 1);
    await place(2);
    expect(await stage.bookingRow(first)).toMatchObject({ status: "pending" });
    expect(await seats(departure)).toMatchObject({ held: 4, available: 36 });
  });

  test("leaves the guest an hour, not days, to pay by card instead", async () => {
    const { booking } = await withVoucher(await newDeparture());
    await stage.goesToPay(booking, 10);
    const [, card] = await stage.payments(booking);
    expect(card!.expires_at).toEqual(later(10 + 59));
  });

  test("that ends leaves the seats to a card payment that is under way", async () => {
    const departure = await newDeparture();
    const { booking, externalId } = await withVoucher(departure);
    const card = await stage.goesToPay(booking, 10);
    provider.says(externalId, { status: "failed", reason: "voucher_lapsed" });
    await webhook(externalId, 20);
    await freeLapsedHolds(at(21), null);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: later(10 + 60) });
    provider.pays(card.externalId);
    await webhook(card.externalId, 30);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("that ends does not keep the seats for a card payment that ended before", async () => {
    const { booking, externalId } = await withVoucher(await newDeparture());
    await stage.goesToPay(booking, 10);
    provider.says(externalId, { status: "failed", reason: "voucher_lapsed" });
    await webhook(externalId, 80);
    expect(await stage.bookingRow(booking)).toMatchObject({ hold_expires_at: later(80) });
  });

  test("that was paid can't be sent back by itself: the guest is told", async () => {
    const { booking, externalId } = await withVoucher(await newDeparture());
    provider.pays(externalId);
    await webhook(externalId, 10);
    const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
    const token = accessToken(database.services.secret, booking);
    await cancelBooking(at(20), { booking_id: booking, token, expected_refund });
    expect(await paymentStateOf(at(21), booking)).toMatchObject({ cash_back: true });
  });
});

describe("a fifth of the seats", () => {
  test("is all that vouchers take, though they are asked for at once", async () => {
    const departure = await newDeparture({ seats: 40 });
    const ids = [];
    for (let n = 0; n < 7; n++) ids.push(await books(departure));
    const answers = await Promise.all(ids.map((id) => goes(id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "provider_not_offered")).toHaveLength(3);
  });

  test("would be exceeded by counting without the departure's lock", async () => {
    const departure = await newDeparture({ seats: 40 });
    const ids = [];
    for (let n = 0; n < 7; n++) ids.push(await books(departure));
    const open = await Promise.all(ids.map((id) => offered(id)));
    expect(open.filter(Boolean)).toHaveLength(7);
  });

  test("is free again when vouchers lapse", async () => {
    const departure = await newDeparture({ seats: 10 });
    const { externalId } = await withVoucher(departure);
    const next = await books(departure, {}, 5);
    expect(await goes(next, 5)).toMatchObject({ reason: "provider_not_offered" });
    provider.says(externalId, { status: "failed", reason: "voucher_lapsed" });
    await webhook(externalId, 6);
    expect(await goes(next, 7)).toMatchObject({ ok: true });
  });
});
