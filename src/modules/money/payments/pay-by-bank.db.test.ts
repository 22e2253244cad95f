import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { closeStale } from "#src/modules/money/payments/close-attempts.server.ts";
import { paymentStateOf, moneyToLookAfter } from "#src/modules/money/payments/queries.server.ts";
import { confirmationKind, kindInDrawer } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// A payment that the guest has made and their bank hasn't: PayPal's pending capture, Stripe's `processing`.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, webhook } = stage;
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});
beforeEach(() => keptFor(72));

async function keptFor(hours: number) {
  const value = String(hours);
  await database.services.db
    .insertInto("app_settings")
    .values({ key: "bank_hold_hours", value })
    .onConflict((c) => c.column("key").doUpdateSet({ value }))
    .execute();
  forgetSettings(database.services);
}

const DAY = 24 * 60;
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);

/** A booking of two whose bank is still paying since minute 2. */
async function atBank(departure: string, over: Parameters<typeof bookingInput>[1] = {}) {
  const booking = await books(departure, over);
  const { paymentId, externalId } = await stage.goesToPay(booking);
  provider.says(externalId, { status: "pending" });
  await webhook(externalId, 2);
  return { booking, paymentId, externalId };
}

const pays = (booking: string, minutes: number, over: { second?: true } = {}) =>
  startPayment(at(minutes), { of: bookingRef(booking), provider: "sandbox", method: "paypal", ...over }, randomUUID());

/** What the page and My Bookings show. */
async function render(booking: string, minutes: number) {
  const view = (await findBooking(at(minutes), booking, null))!;
  const state = await paymentStateOf(at(minutes), booking);
  return { page: confirmationKind(view, state, null), drawer: kindInDrawer(view, state), bank: state.bank };
}

const emailsOf = async (booking: string) => {
  const rows = await database.services.db
    .selectFrom("emails")
    .select("kind")
    .where("booking_id", "=", booking)
    .orderBy("created_at")
    .execute();
  return rows.map(({ kind }) => kind);
};

describe("a bank that is still paying", () => {
  test.each(["MXN", "USD"] as const)(
    "keeps the places of a booking in %s, is shown, and is emailed once",
    async (currency) => {
      const departure = await newDeparture();
      const { booking, externalId } = await atBank(departure, { currency });
      await webhook(externalId, 3);
      await stage.poller(40);
      await freeLapsedHolds(at(2 * DAY), null);
      expect(await stage.bookingRow(booking)).toMatchObject({
        status: "pending",
        kept_for: "bank",
        hold_expires_at: later(2 + 3 * DAY),
      });
      expect(await render(booking, 2 * DAY)).toMatchObject({
        page: "at_bank",
        drawer: "at_bank",
        bank: { since: later(2).toISOString(), until: later(2 + 3 * DAY).toISOString(), currency },
      });
      expect(await emailsOf(booking)).toEqual(["payment_at_bank"]);
      expect(await seats(departure)).toMatchObject({ held: 2, confirmed: 0 });
    },
  );

  test.each([
    ["its message", (id: string, minutes: number) => webhook(id, minutes)],
    ["the poller", (_: string, minutes: number) => stage.poller(minutes)],
    ["the guest who looks", (_: string, minutes: number, booking: string) => stage.comesBack(booking, minutes)],
  ])("that pays at last confirms the booking, by %s", async (_, comes) => {
    const departure = await newDeparture();
    const { booking, externalId } = await atBank(departure);
    provider.pays(externalId);
    await comes(externalId, 2 * DAY, booking);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", kept_for: null });
    expect((await emailsOf(booking)).toSorted()).toEqual(["booking_confirmation", "payment_at_bank"]);
    // what is told twice, or late, changes nothing
    await webhook(externalId, 2 * DAY + 1);
    await stage.poller(3 * DAY);
    provider.says(externalId, { status: "pending" });
    await webhook(externalId, 3 * DAY);
    expect((await emailsOf(booking)).toSorted()).toEqual(["booking_confirmation", "payment_at_bank"]);
    expect(await seats(departure)).toMatchObject({ held: 0, confirmed: 2 });
  });

  test("that refuses is told once, and leaves an hour to pay another way", async () => {
    const departure = await newDeparture();
    const { booking, externalId } = await atBank(departure);
    provider.says(externalId, { status: "failed", reason: "declined" });
    await webhook(externalId, DAY);
    await webhook(externalId, DAY + 1);
    expect(await emailsOf(booking)).toEqual(["payment_at_bank", "payment_refused"]);
    expect(await stage.bookingRow(booking)).toMatchObject({
      status: "pending",
      kept_for: null,
      hold_expires_at: later(DAY + 60),
    });
    expect(await render(booking, DAY + 2)).toMatchObject({ page: "payment_failed", bank: null });
    expect(await pays(booking, DAY + 3)).toMatchObject({ ok: true });
  });

  test("keeps no places past the start, nor for longer than the setting says", async () => {
    await keptFor(1);
    const { booking } = await atBank(await newDeparture());
    expect(await stage.bookingRow(booking)).toMatchObject({ hold_expires_at: later(2 + 60) });
    await keptFor(336);
    const soon = await newDeparture({ date: "2026-11-21" });
    const { booking: other } = await atBank(soon);
    const { starts_at } = await database.services.db
      .selectFrom("scheduled_crawls")
      .select("starts_at")
      .where("id", "=", soon)
      .executeTakeFirstOrThrow();
    expect((await stage.bookingRow(other)).hold_expires_at).toEqual(starts_at);
  });

  test("loses its places when the time is over, still asks before a second payment, and books when it pays", async () => {
    const departure = await newDeparture();
    const { booking, externalId } = await atBank(departure);
    await freeLapsedHolds(at(3 * DAY + 3), null);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
    expect(await seats(departure)).toMatchObject({ held: 0, available: 40 });
    expect(await render(booking, 3 * DAY + 4)).toMatchObject({ page: "at_bank", bank: { until: null } });
    expect(await pays(booking, 3 * DAY + 5)).toMatchObject({ reason: "payment_at_bank" });
    // nobody sent a message: it is asked about for a month
    provider.pays(externalId);
    for (let minutes = 3 * DAY; minutes <= 20 * DAY; minutes += DAY) await stage.poller(minutes);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("is named to staff once its time is over, and not before as one that nobody answers", async () => {
    const { paymentId } = await atBank(await newDeparture());
    const named = async (minutes: number) => {
      const { unanswered, banks } = await moneyToLookAfter(at(minutes));
      return [unanswered, banks].map((rows) => rows.filter(({ id }) => id === paymentId).length);
    };
    expect(await named(DAY)).toEqual([0, 0]);
    expect(await named(3 * DAY + 5)).toEqual([0, 1]);
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
    const { externalId } = await stage.goesToPay(first);
    provider.says(externalId, { status: "pending" });
    await webhook(externalId, 1);
    await place(2);
    expect(await stage.bookingRow(first)).toMatchObject({ status: "pending" });
  });

  test("is found again after our own page had ended", async () => {
    const { booking, externalId } = await (async () => {
      const id = await books(await newDeparture());
      return { booking: id, ...(await stage.goesToPay(id)) };
    })();
    await freeLapsedHolds(at(32), null);
    expect(await stage.payments(booking)).toMatchObject([{ status: "cancelled" }]);
    provider.says(externalId, { status: "pending" });
    await webhook(externalId, 40);
    expect(await render(booking, 41)).toMatchObject({ page: "at_bank", bank: { until: null } });
    expect(await emailsOf(booking)).toEqual(["payment_at_bank"]);
    provider.pays(externalId);
    await webhook(externalId, DAY);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });
});

describe("what a bank's pause is told by", () => {
  test("is all or nothing: a server that dies meanwhile leaves it to the next message", async () => {
    const booking = await books(await newDeparture());
    const { paymentId, externalId } = await stage.goesToPay(booking);
    provider.says(externalId, { status: "pending" });
    const dying = { ...at(2), publish: () => Promise.reject(new Error("killed")) };
    await expect(settlePayment(dying, paymentId)).rejects.toThrow("killed");
    expect(await stage.payments(booking)).toMatchObject([{ bank_since: null }]);
    expect(await stage.bookingRow(booking)).toMatchObject({ kept_for: null });
    await webhook(externalId, 3);
    expect(await emailsOf(booking)).toEqual(["payment_at_bank"]);
    provider.pays(externalId);
    const dies = { ...at(4), publish: () => Promise.reject(new Error("killed")) };
    await expect(settlePayment(dies, paymentId)).rejects.toThrow("killed");
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", kept_for: "bank" });
    await stage.poller(120);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });

  test("comes at once from everywhere, and counts once", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await stage.goesToPay(booking);
    provider.says(externalId, { status: "pending" });
    const everywhere = (minutes: number) =>
      Promise.all([webhook(externalId, minutes), stage.comesBack(booking, minutes), stage.poller(minutes)]);
    await everywhere(2);
    expect(await emailsOf(booking)).toEqual(["payment_at_bank"]);
    provider.pays(externalId);
    await everywhere(90);
    expect((await emailsOf(booking)).toSorted()).toEqual(["booking_confirmation", "payment_at_bank"]);
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0 });
  });

  test("is asked before the places of a lapsed hold are given back", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const { externalId } = await stage.goesToPay(booking);
    // its message is lost, and nobody polled
    provider.says(externalId, { status: "pending" });
    await freeLapsedHolds(at(62), departure);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", hold_expires_at: later(62 + 3 * DAY) });
    expect(await seats(departure)).toMatchObject({ held: 2 });
  });
});

test("a change that a bank is still paying keeps its places, and is made when it pays", async () => {
  const departure = await newDeparture();
  const booking = await books(departure);
  const own = await stage.goesToPay(booking);
  provider.pays(own.externalId);
  await webhook(own.externalId, 1);
  const staff = at(2, { kind: "user", role: "support" });
  const change = { kind: "add" as const, names: ["Ana Cruz"] };
  const priced = await priceChange(staff, { booking_id: booking, token: null, change });
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const result = await changeBooking(staff, { booking_id: booking, token: null, change, expected }, randomUUID());
  if (!result.ok || result.state === "applied") throw new Error(JSON.stringify(result));
  const wish = { of: changeRef(booking, result.change_id), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(at(3), wish, randomUUID());
  const externalId = `sandbox_${started.ok && started.payment_id}`;
  provider.says(externalId, { status: "pending" });
  await webhook(externalId, 4);
  expect(await paymentStateOf(at(5), booking)).toMatchObject({ change: "at_bank", bank: null });
  expect(await startPayment(at(5), wish, randomUUID())).toMatchObject({ reason: "payment_at_bank" });
  await freeLapsedHolds(at(DAY), null);
  expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 1 });
  provider.pays(externalId);
  await webhook(externalId, 2 * DAY);
  expect(await stage.bookingRow(booking)).toMatchObject({ number_of_people: 3, status: "confirmed" });
  expect(await seats(departure)).toMatchObject({ confirmed: 3, held: 0 });
});

describe("a second payment beside a bank that is still paying", () => {
  test("is refused until the guest says that they know", async () => {
    const { booking } = await atBank(await newDeparture());
    expect(await pays(booking, 5)).toMatchObject({ reason: "payment_at_bank" });
    expect(await stage.payments(booking)).toHaveLength(1);
    expect(await pays(booking, 6, { second: true })).toMatchObject({ ok: true });
  });

  test("is refused too where the bank begins while it is being started", async () => {
    const booking = await books(await newDeparture());
    const { externalId } = await stage.goesToPay(booking);
    const key = randomUUID();
    const wish = { of: bookingRef(booking), provider: "sandbox", method: "card" } as const;
    const first = await startPayment(at(1), wish, key);
    provider.says(externalId, { status: "pending" });
    await webhook(externalId, 2);
    // a repeated click gets its own answer again, another one doesn't
    expect(await startPayment(at(3), wish, key)).toEqual(first);
    expect(await startPayment(at(3), wish, randomUUID())).toMatchObject({ reason: "payment_at_bank" });
  });

  test("leaves the places with the first that pays; the other goes back, and its email says so", async () => {
    const departure = await newDeparture();
    const { booking, externalId } = await atBank(departure);
    const second = await pays(booking, 6, { second: true });
    const other = `sandbox_${second.ok && second.payment_id}`;
    provider.pays(other);
    await webhook(other, 8);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    provider.pays(externalId);
    await webhook(externalId, DAY);
    const [refund] = await stage.refunds(booking);
    expect(refund).toMatchObject({ amount: 80_000, reason: "duplicate" });
    await submitRefund(at(DAY + 1), refund!.id);
    expect((await emailsOf(booking)).toSorted()).toEqual(["booking_confirmation", "payment_at_bank", "refund_sent"]);
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0 });
  });

  test("that is refused by its bank later changes nothing for who has paid, and tells them nothing", async () => {
    const { booking, externalId } = await atBank(await newDeparture());
    const second = await pays(booking, 6, { second: true });
    const other = `sandbox_${second.ok && second.payment_id}`;
    provider.pays(other);
    await webhook(other, 8);
    provider.says(externalId, { status: "failed", reason: "declined" });
    await webhook(externalId, DAY);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await emailsOf(booking)).not.toContain("payment_refused");
  });

  test.each(["MXN", "USD"] as const)(
    "that another bank is making keeps the places (%s) when one refuses, and leaves an hour when both have",
    async (currency) => {
      const { booking, externalId } = await atBank(await newDeparture(), { currency });
      const second = await pays(booking, 6, { second: true });
      const other = `sandbox_${second.ok && second.payment_id}`;
      provider.says(other, { status: "pending" });
      await webhook(other, 8);
      const record = { status: "pending", kept_for: "bank", hold_expires_at: later(8 + 3 * DAY) };
      expect(await stage.bookingRow(booking)).toMatchObject(record);
      provider.says(externalId, { status: "failed", reason: "declined" });
      await webhook(externalId, DAY);
      expect(await stage.bookingRow(booking)).toMatchObject(record);
      // nobody is told to pay anew while the other may be charged
      expect(await emailsOf(booking)).not.toContain("payment_refused");
      provider.says(other, { status: "failed", reason: "declined" });
      await webhook(other, DAY + 5);
      const over = { status: "pending", kept_for: null, hold_expires_at: later(DAY + 65) };
      expect(await stage.bookingRow(booking)).toMatchObject(over);
      expect((await emailsOf(booking)).filter((kind) => kind === "payment_refused")).toHaveLength(1);
    },
  );

  test("isn't taken by staff either, while the bank may pay", async () => {
    const { booking } = await atBank(await newDeparture());
    const staff = at(5, { kind: "user", role: "admin", secondFactor: true });
    const result = {
      of: bookingRef(booking),
      way: "cash",
      expected: { amount_minor: 80_000, currency: "MXN" },
    } as const;
    expect(await takePayment(staff, result, randomUUID())).toMatchObject({ ok: false, reason: "payment_under_way" });
  });
});

describe("the pages that a paid booking leaves open", () => {
  test("are closed at their companies once one is paid", async () => {
    const booking = await books(await newDeparture());
    const [left, paid] = [await stage.goesToPay(booking), await stage.goesToPay(booking, 1, "paypal")];
    provider.pays(paid.externalId);
    await webhook(paid.externalId, 3);
    const { rows } = await database.services.pool.query<{ payload: { paymentId: string } }>(
      `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'payments.close-stale'`,
    );
    expect(rows.map(({ payload }) => payload)).toContainEqual({ paymentId: paid.paymentId });
    await closeStale(at(4), paid.paymentId);
    expect(await provider.fetchState(left.externalId)).toMatchObject({ status: "expired" });
    expect(await stage.payments(booking)).toMatchObject([{ status: "cancelled" }, { status: "succeeded" }]);
  });

  test("that were paid meanwhile are refunded, and the places stay", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    const [left, paid] = [await stage.goesToPay(booking), await stage.goesToPay(booking, 1, "paypal")];
    provider.pays(paid.externalId);
    await webhook(paid.externalId, 3);
    provider.pays(left.externalId);
    await closeStale(at(4), paid.paymentId);
    expect(await stage.refunds(booking)).toMatchObject([{ payment_id: left.paymentId, reason: "duplicate" }]);
    expect(await seats(departure)).toMatchObject({ confirmed: 2, held: 0 });
  });
});
