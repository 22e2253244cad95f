import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { finishCancellation } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { handOverCash } from "#src/modules/money/payments/hand-over-cash.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { departuresInstead, moveUnseated, priceMove } from "#src/modules/changes/unseated/move-unseated.server.ts";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { ledgerCheck, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { refundUnseatedNow } from "#src/modules/changes/unseated/refund-unseated.server.ts";
import { remindChoice } from "#src/modules/changes/unseated/remind-choice.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import type { Currency } from "#src/kernel/money.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { refusing } from "#tests/refuse-writes.ts";
import { addCoupon, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Guests of a night that we call off choose another date or their money (docs/decisions/147).

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const db = () => database.services.db;
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(db()));
});

const HOUR = 60;
const CHOICE = 72 * HOUR;
const operator = (minutes: number) => at(minutes, { kind: "user", role: "manager" });
const newDeparture = (over = {}) => addDeparture(db(), crawlId, over);
const token = (booking: string) => accessToken(database.services.secret, booking);
const seats = (id: string) => seatsOf(db(), id);

async function paid(departure: string, over: Parameters<typeof books>[1] = {}): Promise<string> {
  const booking = await books(departure, over);
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  return booking;
}

/** Calls a night off in minute 10, as the form does, and ends its bookings. */
async function callsOff(departure: string, { choice = true, minutes = 10 } = {}): Promise<void> {
  const snapshot = await cancellationPage(operator(minutes), departure);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const { fingerprint } = snapshot.preview!;
  const input = {
    departure_id: departure,
    fingerprint,
    word: snapshot.departure.word,
    choice,
    note_en: "",
    note_es: "",
  };
  expect(await cancelDeparture(operator(minutes), input)).toMatchObject({ ok: true });
  await finishCancellation(operator(minutes), departure);
}
/** A paid booking of two for MX$800 whose night was called off. */
async function nightOff(over: Parameters<typeof books>[1] = {}) {
  const departure = await newDeparture();
  const booking = await paid(departure, over);
  await callsOff(departure);
  return { departure, booking };
}
const moves = (
  booking: string,
  to: string,
  back_minor = 0,
  { minutes = 20, currency = "MXN" }: { minutes?: number; currency?: Currency } = {},
) =>
  moveUnseated(at(minutes), {
    booking_id: booking,
    token: token(booking),
    departure_id: to,
    expected: { back_minor, currency },
  });
const takesMoney = (booking: string, minutes = 20) =>
  refundUnseatedNow(at(minutes), { bookingId: booking, token: token(booking) });
const refundsOf = async (booking: string) =>
  (await stage.refunds(booking)).map(({ amount, status, reason, due_at }) => ({ amount, status, reason, due_at }));
const tickets = async (booking: string) =>
  (await ticketsOf(at(30), booking)).map(({ code, status }) => ({ code, status }));
const booksAgree = async () => {
  await checkLedger(at(60, { kind: "system" }));
  expect((await ledgerCheck(database.ctx()))?.differences).toEqual([]);
};
const revenueOf = async (booking: string) => {
  const { rows } = await database.services.pool.query<{ revenue: number }>(
    "select -sum(amount)::int as revenue from ledger_entries where purchase_id = $1 and account = 'revenue'",
    [booking],
  );
  return rows[0]!.revenue;
};
const emails = (booking: string) =>
  db()
    .selectFrom("emails")
    .select(["id", "kind", "subject", "text", "status"])
    .where("booking_id", "=", booking)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
/** The text of a booking's last email of a kind, sent in minute 12. */
async function email(booking: string, kind: string, minutes = 12): Promise<string> {
  const last = (await emails(booking)).findLast((one) => one.kind === kind)!;
  await sendEmail(at(minutes), { id: last.id });
  const sent = (await emails(booking)).find(({ id }) => id === last.id)!;
  return `${sent.subject}\n${sent.text ?? ""}`;
}

test("the money waits for the guest's choice, who is written to, and goes back by itself when the time is over", async () => {
  const { booking } = await nightOff();
  expect(await refundsOf(booking)).toEqual([
    { amount: 80_000, status: "requested", reason: "departure_cancelled", due_at: later(10 + CHOICE) },
  ]);
  expect((await tickets(booking)).every(({ status }) => status === "void")).toBe(true);
  expect(await paymentStateOf(at(20), booking)).toMatchObject({
    night_off: { amount_minor: 80_000, choose_until: later(10 + CHOICE).toISOString() },
    refunds: [],
  });
  const [refund] = await stage.refunds(booking);
  await submitRefund(at(9 + CHOICE), refund!.id);
  expect(provider.refunds.has(`${refund!.id}:0`)).toBe(false);
  await submitRefund(at(10 + CHOICE), refund!.id);
  expect(await refundsOf(booking)).toMatchObject([{ status: "succeeded" }]);
  expect(await moves(booking, await newDeparture(), 0, { minutes: 11 + CHOICE })).toMatchObject({
    reason: "choice_made",
  });
  await booksAgree();
});

test.each([
  [
    "es",
    "Tú eliges: otra fecha al precio que ya pagaste, o te devolvemos MX$800. Si para el lunes 23 de noviembre a las 12:10",
  ],
  [
    "en",
    "You choose: another date at the price you paid, or MX$800 back. If we don’t hear from you by Monday, November 23 at 12:10",
  ],
] as const)("the email about it says so, and leads there: %s", async (language, says) => {
  const { booking } = await nightOff({ language });
  const text = await email(booking, "booking_cancelled");
  expect(text).toContain(says);
  expect(text).toContain(`/booking-confirmation/${booking}?token=`);
  expect(text).not.toContain(language === "es" ? "Si prefieres otra fecha" : "If you’d rather have");
});

describe("another date", () => {
  test.each([
    ["MXN", 80_000],
    ["USD", 4000],
  ] as const)("keeps the price, makes the tickets valid, and nothing goes back: %s", async (currency, price) => {
    const { departure, booking } = await nightOff({ currency });
    const to = await newDeparture();
    expect((await departuresInstead(at(20), booking)).map(({ departure_id }) => departure_id)).toContain(to);
    expect(await moves(booking, to, 0, { currency })).toEqual({ ok: true });
    expect(await moves(booking, to, 0, { currency }), "again").toEqual({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({
      status: "confirmed",
      cancel_reason: null,
      scheduled_crawl_id: to,
      total_price: price,
      confirmed_at: later(1),
    });
    expect(await seats(to)).toMatchObject({ confirmed: 2 });
    expect(await refundsOf(booking)).toMatchObject([{ amount: price, status: "dropped" }]);
    const after = await tickets(booking);
    expect(after.map(({ status }) => status)).toEqual(["valid", "valid"]);
    expect(await paymentStateOf(at(21), booking)).toMatchObject({ night_off: null, refunds: [] });
    expect((await emails(booking)).map(({ kind }) => kind)).toEqual([
      "booking_confirmation",
      "booking_cancelled",
      "booking_confirmation",
    ]);
    expect(await revenueOf(booking)).toBe(price);
    const snapshot = await cancellationPage(operator(30), departure);
    expect(snapshot).toMatchObject({ board: { rebooked: 1, rows: [] } });
    // the job of the refund finds nothing to do
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(11 + CHOICE), refund!.id);
    expect(provider.refunds.has(`${refund!.id}:0`)).toBe(false);
    await booksAgree();
  });

  test("that is dearer costs no more, and all of what was paid comes back when it is cancelled", async () => {
    const { booking } = await nightOff();
    const to = await newDeparture({ price: 3000 });
    const of = { booking_id: booking, token: token(booking), departure_id: to };
    expect(await priceMove(at(15), of)).toMatchObject({ given: 40_000, back: { money: 0, credit: 0 } });
    expect(await moves(booking, to)).toEqual({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({ discount: 40_000, total_price: 80_000 });
    await booksAgree();
    const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
    expect(await cancelBooking(at(40), { booking_id: booking, token: token(booking), expected_refund })).toMatchObject({
      ok: true,
    });
    expect(await refundsOf(booking)).toMatchObject([
      { status: "dropped" },
      { status: "requested", amount: 80_000, reason: "customer" },
    ]);
    expect((await emails(booking)).filter(({ kind }) => kind === "booking_cancelled")).toHaveLength(2);
    expect(await revenueOf(booking)).toBe(0);
    await booksAgree();
  });

  test("that is cheaper gives the difference back, as it was shown", async () => {
    const { booking } = await nightOff();
    const to = await newDeparture({ price: 1500 });
    expect(await moves(booking, to, 10_000)).toMatchObject({ reason: "move_changed" });
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested" }]);
    expect(await moves(booking, to, 20_000)).toEqual({ ok: true });
    expect(await refundsOf(booking)).toMatchObject([
      { status: "dropped" },
      { status: "requested", amount: 20_000, reason: "customer", due_at: later(20) },
    ]);
    expect(await revenueOf(booking)).toBe(60_000);
    await booksAgree();
  });

  test("takes add-ons along where there are enough of them, and else nothing is moved", async () => {
    const shirt = await addAddOn(db(), { stock: 1 });
    forgetAddOns({ db: db() });
    const add_ons = [{ id: shirt, quantity: 1 }];
    const { booking } = await nightOff({ add_ons });
    const [full, to] = [await newDeparture(), await newDeparture()];
    const other = await paid(full, { add_ons });
    const refused = { ok: false, reason: "add_on_sold_out", left: 0 };
    const of = { booking_id: booking, token: token(booking), departure_id: full };
    expect(await priceMove(at(15), of)).toMatchObject(refused);
    expect(await moves(booking, full)).toMatchObject(refused);
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested" }]);
    expect(await seats(full)).toMatchObject({ confirmed: 2, available: 38 });
    expect(await stage.bookingRow(other)).toMatchObject({ status: "confirmed", scheduled_crawl_id: full });
    expect(await priceMove(at(15), { ...of, departure_id: to })).toMatchObject({ ok: true });
    expect(await moves(booking, to)).toEqual({ ok: true });
    await booksAgree();
    await db().updateTable("add_ons").set({ is_active: false }).where("id", "=", shirt).execute();
    forgetAddOns({ db: db() });
  });

  test("that is called off too gives the choice again, each time anew", async () => {
    const { booking } = await nightOff();
    const second = await newDeparture();
    await moves(booking, second);
    await callsOff(second, { minutes: 30 });
    expect(await refundsOf(booking)).toMatchObject([
      { status: "dropped" },
      { status: "requested", amount: 80_000, due_at: later(30 + CHOICE) },
    ]);
    expect(await email(booking, "booking_cancelled", 31)).toContain("Tú eliges");
    const third = await newDeparture();
    expect(await moves(booking, third, 0, { minutes: 40 })).toEqual({ ok: true });
    expect((await emails(booking)).map(({ kind }) => kind)).toEqual([
      "booking_confirmation",
      "booking_cancelled",
      "booking_confirmation",
      "booking_cancelled",
      "booking_confirmation",
    ]);
    expect(await revenueOf(booking)).toBe(80_000);
    await callsOff(third, { choice: false, minutes: 50 });
    expect((await refundsOf(booking)).at(-1)).toMatchObject({ status: "requested", due_at: later(50) });
    expect(await revenueOf(booking)).toBe(0);
    await booksAgree();
  });

  test("that is full is refused, and the money still waits", async () => {
    const { booking } = await nightOff();
    const full = await newDeparture({ seats: 1 });
    expect(await moves(booking, full)).toMatchObject({ reason: "sold_out", left: 1 });
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested", amount: 80_000 }]);
    expect(await seats(full)).toMatchObject({ available: 1 });
    await booksAgree();
  });

  test("uses the coupon again, and the credit, which came back meanwhile", async () => {
    const couponId = await addCoupon(db(), { code: "TENOFF", value: 10 });
    const { booking } = await nightOff({ coupon_code: "TENOFF" });
    expect(await stage.redemptions(couponId)).toEqual(["released"]);
    const to = await newDeparture();
    expect(await moves(booking, to)).toEqual({ ok: true });
    expect(await stage.redemptions(couponId)).toEqual(["used"]);
    expect(await stage.bookingRow(booking)).toMatchObject({ total_price: 72_000, discount: 8000 });
    await booksAgree();
  });
});

describe("what was paid with credit", () => {
  /** Credit of an amount (minor units) for a payment of as much that came too late. */
  async function credit(amount: number): Promise<string> {
    const full = await newDeparture({ seats: 2, late_tolerance: 0, price: amount / 40 });
    const { booking } = await stage.unplaced(full);
    await creditUnseated(at(41), { booking_id: booking, token: token(booking) });
    return (await creditsOf(database.services, booking))[0]!.code;
  }
  const left = async (code: string) => {
    const row = await db()
      .selectFrom("credits")
      .select(["purchase_id"])
      .where("code", "=", code)
      .executeTakeFirstOrThrow();
    return (await creditsOf(database.services, row.purchase_id))[0]!.left;
  };
  /** A booking for MX$800, of which `amount` (minor units) was credit, whose night was called off. */
  async function withCredit(amount: number) {
    const departure = await newDeparture();
    const booking = await books(departure);
    const code = await credit(amount);
    await applyCredit(at(1), { booking_id: booking, token: token(booking), code });
    if (amount < 80_000) {
      const { externalId } = await goesToPay(booking, 2);
      provider.pays(externalId);
      await webhook(externalId, 3);
    } else await startPayment(at(2), { of: bookingRef(booking), provider: "free", method: "free" }, randomUUID());
    await callsOff(departure);
    return { booking, code };
  }
  /** How the ledger's entries of a booking add up to what guests owe: nothing. */
  const owes = async (booking: string) => {
    const { rows } = await database.services.pool.query<{ sum: number }>(
      "select coalesce(sum(amount), 0)::int as sum from ledger_entries where purchase_id = $1 and account = 'guest'",
      [booking],
    );
    return rows[0]!.sum;
  };

  test.each([
    ["the same", 2000, 0, 0],
    ["a cheaper one that needs some of the credit", 1750, 0, 10_000],
    ["a cheaper one that needs none", 1000, 10_000, 30_000],
  ])("pays for %s again", async (_, price, back, unused) => {
    const { booking, code } = await withCredit(30_000);
    expect(await left(code)).toBe(30_000);
    const to = await newDeparture({ price });
    expect(await moves(booking, to, back)).toEqual({ ok: true });
    expect(await left(code)).toBe(unused);
    expect(await revenueOf(booking)).toBe(price * 40);
    expect(await owes(booking)).toBe(0);
  });

  test("a booking that was paid with credit alone takes another date, and has nothing else to choose", async () => {
    const { booking, code } = await withCredit(80_000);
    expect(await refundsOf(booking)).toEqual([]);
    expect(await email(booking, "booking_cancelled")).toContain("Tu reserva vale para otra fecha");
    expect(await moves(booking, await newDeparture())).toEqual({ ok: true });
    expect(await left(code)).toBe(0);
    expect(await owes(booking)).toBe(0);
  });

  test("and was spent elsewhere meanwhile can't pay again: the money still waits", async () => {
    const { booking, code } = await withCredit(30_000);
    const other = await books(await newDeparture(), {}, 12);
    await applyCredit(at(13), { booking_id: other, token: token(other), code });
    expect(await moves(booking, await newDeparture())).toMatchObject({ reason: "credit_gone" });
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested", amount: 50_000 }]);
  });
});

test("a booking that cost nothing takes another date", async () => {
  const departure = await newDeparture({ price: 0 });
  const booking = await books(departure);
  await startPayment(at(2), { of: bookingRef(booking), provider: "free", method: "free" }, randomUUID());
  await callsOff(departure);
  expect(await moves(booking, await newDeparture({ price: 0 }))).toEqual({ ok: true });
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", total_price: 0 });
  await booksAgree();
});

describe("the money", () => {
  test("goes back at once to who asks for it, once, and then there is nothing to choose", async () => {
    const { booking } = await nightOff();
    expect(await takesMoney(booking)).toEqual({ ok: true, refunds: 1 });
    expect(await takesMoney(booking)).toEqual({ ok: true, refunds: 0 });
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested", due_at: later(20) }]);
    expect(await moves(booking, await newDeparture(), 0, { minutes: 21 })).toMatchObject({ reason: "choice_made" });
    const [refund] = await stage.refunds(booking);
    await submitRefund(at(21), refund!.id);
    expect(await refundsOf(booking)).toMatchObject([{ status: "succeeded" }]);
    await booksAgree();
  });

  test("in cash is handed over to who asks for it at the desk, is in the books once, and ends the choice", async () => {
    const departure = await newDeparture();
    const [booking, other] = [await books(departure), await books(departure)];
    const staff = (minutes: number) => at(minutes, { kind: "user", role: "manager" });
    for (const id of [booking, other])
      expect(
        await takePayment(
          staff(2),
          { of: bookingRef(id), way: "cash", expected: { amount_minor: 80_000, currency: "MXN" } },
          randomUUID(),
        ),
      ).toMatchObject({ ok: true });
    await callsOff(departure);
    expect(await handOverCash(staff(20), { purchase_id: booking, note: "At the desk" })).toEqual({ ok: true });
    expect(await handOverCash(staff(21), { purchase_id: booking, note: "At the desk" })).toEqual({ ok: true });
    expect(await refundsOf(booking)).toMatchObject([{ status: "succeeded", amount: 80_000 }]);
    expect(await moves(booking, await newDeparture(), 0, { minutes: 22 })).toMatchObject({ reason: "choice_made" });
    // whoever takes another date gets no cash
    expect(await moves(other, await newDeparture())).toEqual({ ok: true });
    await handOverCash(staff(30), { purchase_id: other, note: "At the desk" });
    expect(await refundsOf(other)).toMatchObject([{ status: "dropped" }]);
    await booksAgree();
  });

  test("isn't turned into credit: the terms promise another date or the money", async () => {
    const { booking } = await nightOff();
    expect(await creditUnseated(at(20), { booking_id: booking, token: token(booking) })).toMatchObject({
      reason: "choice_made",
    });
    expect(await refundsOf(booking)).toMatchObject([{ status: "requested" }]);
  });

  test("goes back at once where staff gave no choice, and where the setting gives none", async () => {
    const departure = await newDeparture();
    const booking = await paid(departure);
    await callsOff(departure, { choice: false });
    expect(await refundsOf(booking)).toMatchObject([{ due_at: later(10) }]);
    expect(await email(booking, "booking_cancelled")).toContain("responde a este correo");
    await db().insertInto("app_settings").values({ key: "off_choice_hours", value: "0" }).execute();
    const other = await nightOff();
    await db().deleteFrom("app_settings").where("key", "=", "off_choice_hours").execute();
    expect(await refundsOf(other.booking)).toMatchObject([{ due_at: later(10) }]);
    expect(await moves(other.booking, await newDeparture())).toMatchObject({ reason: "choice_made" });
  });

  test("of which part went back before, or that a bank decides about, leaves no other date by itself", async () => {
    const departure = await newDeparture();
    const [partly, disputed] = [await paid(departure), await paid(departure)];
    const [payment] = await stage.payments(partly);
    const staff = at(5, { kind: "user", role: "manager" });
    const part = { payment_id: payment!.id, amount: 10_000, reason: "goodwill" };
    expect(await refundPart(staff, part, randomUUID())).toMatchObject({ ok: true });
    const [other] = await stage.payments(disputed);
    const money = { amount: 80_000, currency: "MXN" as const };
    provider.disputes.set(other!.external_id!, { state: "open", money, reason: "fraudulent" });
    await webhook(other!.external_id!, 6, { type: "dispute.updated" });
    await callsOff(departure);
    for (const booking of [partly, disputed])
      expect(await moves(booking, await newDeparture())).toMatchObject({ reason: "choice_made" });
    expect((await refundsOf(partly)).at(-1)).toMatchObject({ amount: 70_000, status: "requested" });
  });

  test("and another date at once: one of them, never both", async () => {
    for (let round = 0; round < 5; round++) {
      const { booking } = await nightOff();
      const to = await newDeparture();
      const [refund] = await stage.refunds(booking);
      const late = 10 + CHOICE;
      await Promise.all([
        moves(booking, to, 0, { minutes: late - 1 }),
        takesMoney(booking, late - 1),
        submitRefund(at(late), refund!.id),
      ]);
      await submitRefund(at(late), refund!.id);
      const { status } = await stage.bookingRow(booking);
      const [back] = await refundsOf(booking);
      expect([
        ["confirmed", "dropped"],
        ["cancelled", "succeeded"],
      ]).toContainEqual([status, back!.status]);
      expect(await seats(to)).toMatchObject({ confirmed: status === "confirmed" ? 2 : 0 });
    }
    await booksAgree();
  });
});

test("who hasn't chosen is reminded once, in their language; who has isn't", async () => {
  const departure = await newDeparture();
  const [waits, english, moved] = [
    await paid(departure),
    await paid(departure, { language: "en" }),
    await paid(departure),
  ];
  await callsOff(departure);
  const { rows } = await database.services.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where key = $1",
    [`departure.choice:${departure}`],
  );
  expect(rows).toEqual([{ run_at: later(10 + 48 * HOUR) }]);
  await moves(moved, await newDeparture());
  for (const minutes of [10, 11]) await remindChoice(at(48 * HOUR + minutes), { departureId: departure });
  const kinds = async (booking: string) => (await emails(booking)).filter(({ kind }) => kind === "booking_cancelled");
  expect(await kinds(waits)).toHaveLength(2);
  expect(await kinds(moved)).toHaveLength(1);
  expect(await email(waits, "booking_cancelled", 48 * HOUR + 12)).toContain("Todavía no has elegido.");
  // chosen between the job and the letter
  await takesMoney(english, 48 * HOUR + 12);
  await email(english, "booking_cancelled", 48 * HOUR + 13);
  expect((await kinds(english)).at(-1)).toMatchObject({ status: "withheld" });
});

test("whose email can't be queued keeps no other from being reminded, and the job counts as failed", async () => {
  const departure = await newDeparture();
  const waiting = [await paid(departure), await paid(departure), await paid(departure)];
  await callsOff(departure);
  const reminded = async () => {
    const messages = await Promise.all(
      waiting.map(async (id) => (await emails(id)).filter(({ kind }) => kind === "booking_cancelled").length > 1),
    );
    return waiting.filter((_, n) => messages[n]);
  };
  const run = () => remindChoice(at(48 * HOUR + 10), { departureId: departure });
  vi.spyOn(console, "error").mockImplementationOnce(() => {});
  await refusing(database, "emails", `new.booking_id = '${waiting[0]}'`, () => expect(run()).rejects.toThrow("a row"));
  expect(await reminded()).toEqual(waiting.slice(1));
  await run();
  expect(await reminded()).toEqual(waiting);
});

test("a stranger chooses nothing, and staff choose for a guest who calls", async () => {
  const { booking } = await nightOff();
  const to = await newDeparture();
  const wish = {
    booking_id: booking,
    token: null,
    departure_id: to,
    expected: { back_minor: 0, currency: "MXN" as const },
  };
  expect(await moveUnseated(at(20), wish)).toMatchObject({ reason: "booking_not_found" });
  expect(await refundUnseatedNow(at(20), { bookingId: booking, token: null })).toMatchObject({
    reason: "booking_not_found",
  });
  expect(await moveUnseated(operator(20), wish)).toEqual({ ok: true });
});
