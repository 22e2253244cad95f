import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { nightly } from "#tests/tier.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const operator = (minutes: number) => at(minutes, { kind: "user", role: "manager" });
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);

async function paid(departure: string, people = 2): Promise<string> {
  const booking = await books(departure, { number_of_people: people });
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  return booking;
}
const emails = (booking: string) =>
  database.services.db.selectFrom("emails").select("kind").where("booking_id", "=", booking).execute();

test("every booking ends, what was paid goes back even an hour before the start, and each guest is told once", async () => {
  const departure = await newDeparture({ date: "2026-11-20" });
  const [first, second, unpaid] = [await paid(departure), await paid(departure), await books(departure)];
  const late = 7 * 60;
  expect(await cancelDepartureBookings(operator(late), { departure_id: departure })).toEqual({
    ok: true,
    cancelled: 3,
    failed: [],
  });
  for (const booking of [first, second, unpaid])
    expect(await stage.bookingRow(booking)).toMatchObject({
      status: "cancelled",
      cancel_reason: "departure_cancelled",
    });
  for (const booking of [first, second]) {
    expect(await stage.refunds(booking)).toMatchObject([{ amount: 80_000, reason: "departure_cancelled" }]);
    expect((await emails(booking)).map(({ kind }) => kind).toSorted()).toEqual([
      "booking_cancelled",
      "booking_confirmation",
    ]);
  }
  expect(await stage.refunds(unpaid)).toEqual([]);
  expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 0, confirmed: 0 });
  await expect(books(departure)).rejects.toThrow("departure_cancelled");
});

test("doing it again changes nothing", async () => {
  const departure = await newDeparture();
  const booking = await paid(departure);
  const twice = [operator(2), operator(3)].map((ctx) => cancelDepartureBookings(ctx, { departure_id: departure }));
  await Promise.all(twice);
  expect(await cancelDepartureBookings(operator(4), { departure_id: departure })).toEqual({
    ok: true,
    cancelled: 0,
    failed: [],
  });
  expect(await stage.refunds(booking)).toHaveLength(1);
  expect(await emails(booking)).toHaveLength(2);
  const written = await database.services.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", departure)
    .execute();
  expect(written).toEqual([{ action: "departure.cancelled" }]);
});

test("money that comes for it afterwards goes back at once", async () => {
  const departure = await newDeparture();
  const booking = await books(departure);
  const { externalId } = await goesToPay(booking);
  provider.fails();
  await cancelDepartureBookings(operator(2), { departure_id: departure });
  provider.wakes();
  provider.pays(externalId);
  await webhook(externalId, 3);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled" });
  expect(await stage.refunds(booking)).toMatchObject([{ amount: 80_000, reason: "booking_cancelled" }]);
});

test.each([null, "customer", "support", "guide"])("is not for %s, and not for what isn't there", async (role) => {
  const departure = await newDeparture();
  expect(await cancelDepartureBookings(at(1, { kind: "user", role }), { departure_id: departure })).toMatchObject({
    reason: "forbidden",
  });
  const nothing = { departure_id: crypto.randomUUID() };
  expect(await cancelDepartureBookings(operator(1), nothing)).toMatchObject({ reason: "departure_not_found" });
});

describe("the email about it says of the money what is true", () => {
  const GOES_BACK = "a la misma forma de pago";
  const BANK = "tu banco decide qué pasa con ese dinero";
  const ON_CREDIT = "ya regresaron a tu saldo";
  const email = async (booking: string): Promise<string> => {
    const find = () =>
      database.services.db
        .selectFrom("emails")
        .select(["id", "text"])
        .where("booking_id", "=", booking)
        .where("kind", "=", "booking_cancelled")
        .executeTakeFirstOrThrow();
    await sendEmail(at(9), { id: (await find()).id });
    return (await find()).text!;
  };
  const cancels = async (departure: string) =>
    expect(await cancelDepartureBookings(operator(8), { departure_id: departure })).toMatchObject({ cancelled: 1 });
  async function credit(amount: number): Promise<string> {
    const source = await books(await newDeparture(), { number_of_people: 1 });
    const { paymentId } = await goesToPay(source);
    const money = { amount, currency: "MXN" as const };
    await database.services.db
      .transaction()
      .execute((tx) => giveCredit(at(0), tx, { of: bookingRef(source), paymentId, money, test: true }));
    return (await creditsOf(database.services, source))[0]!.code;
  }

  test("paid with money: it goes back", async () => {
    const departure = await newDeparture();
    const booking = await paid(departure);
    await cancels(departure);
    const text = await email(booking);
    expect(text).toContain(`Te devolvemos MX$800 ${GOES_BACK}`);
    expect(text).not.toContain(BANK);
  });

  test("paid with credit alone: nothing goes back to where no money came from", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    await applyCredit(at(1), {
      booking_id: booking,
      token: accessToken(database.services.secret, booking),
      code: await credit(80_000),
    });
    await startPayment(at(2), { of: bookingRef(booking), provider: "free", method: "free" }, randomUUID());
    await cancels(departure);
    const text = await email(booking);
    expect(text).toContain(`MX$800 de lo que pagaste ${ON_CREDIT}`);
    expect(text).not.toContain(GOES_BACK);
  });

  test.each(["open", "lost"] as const)("disputed (%s): the bank decides", async (state) => {
    const departure = await newDeparture();
    const booking = await paid(departure);
    const [payment] = await stage.payments(booking);
    const money = { amount: 80_000, currency: "MXN" as const };
    provider.disputes.set(payment!.external_id!, { state, money, reason: "fraudulent" });
    await webhook(payment!.external_id!, 5, { type: "dispute.updated" });
    await cancels(departure);
    const text = await email(booking);
    expect(text).toContain(BANK);
    expect(text).not.toContain(GOES_BACK);
  });

  test("credit that was only reserved isn't back, and what another payment gave back isn't told again", async () => {
    const departure = await newDeparture();
    const booking = await paid(departure);
    const [payment] = await stage.payments(booking);
    await database.services.pool.query(
      `insert into credit_uses (credit_id, purchase_id, amount, state, created_at, updated_at)
       select id, $1, 500, 'released', now(), now() from credits where code = $2`,
      [booking, await credit(500)],
    );
    const { db } = database.services;
    const other = { reason: "unplaced", idempotency_key: `unplaced:${payment!.id}`, due_at: later(0) };
    const of = { payment_id: payment!.id, purchase_id: booking, amount: 1000, currency: "MXN" };
    await db
      .insertInto("refunds")
      .values({ ...of, ...other })
      .execute();
    await cancels(departure);
    const text = await email(booking);
    expect(text).toContain(`Te devolvemos MX$790 ${GOES_BACK}`);
    expect(text).not.toContain(ON_CREDIT);
  });
});

const GUESTS = nightly ? 200 : 60;
/**
 * A provider where nearly a third of the calls fail: refused before anything happens, or done but never answered. `name` gives
 * the id under which each try is sent.
 */
function unreliable(name: (id: string, call: number) => string): { company: PaymentProvider; calls: () => number } {
  let calls = 0;
  const company: PaymentProvider = {
    ...provider,
    refund: async (wish) => {
      const call = calls++;
      if (call % 10 === 3) throw new Error("429 too many requests");
      if (call % 10 === 6) throw new Error("500");
      const answer = await provider.refund({ ...wish, refundId: name(wish.refundId, call) });
      if (call % 10 === 9) throw new Error("no answer");
      return answer;
    },
  };
  return { company, calls: () => calls };
}

/** Sends the refunds of bookings until none is left, each try as its own job and some twice concurrently. */
async function sendAll(bookings: readonly string[], company: PaymentProvider): Promise<void> {
  const { db } = database.services;
  for (let minute = 10; minute < 200; minute++) {
    const due = await db
      .selectFrom("refunds")
      .select("id")
      .where("purchase_id", "in", bookings)
      .where("status", "not in", ["succeeded", "manual"])
      .execute();
    if (due.length === 0) return;
    const ctx = { ...at(minute), providers: { sandbox: company } };
    const jobs = due.flatMap(({ id }, i) => (i % 5 === 0 ? [id, id] : [id]));
    await Promise.all(jobs.map((id) => submitRefund(ctx, id).catch(() => undefined)));
  }
  throw new Error("some refunds were never sent");
}

async function cancelledDeparture(count: number): Promise<string[]> {
  const departure = await newDeparture({ seats: count });
  const bookings: string[] = [];
  while (bookings.length < count) {
    const some = Array.from({ length: Math.min(10, count - bookings.length) }, () => paid(departure, 1));
    bookings.push(...(await Promise.all(some)));
  }
  expect(await cancelDepartureBookings(operator(5), { departure_id: departure })).toMatchObject({
    cancelled: count,
    failed: [],
  });
  return bookings;
}
const sentFor = async (bookings: readonly string[]) => {
  const payments = await database.services.db
    .selectFrom("payments")
    .select("external_id")
    .where("purchase_id", "in", bookings)
    .execute();
  const names = new Set(payments.map((row) => row.external_id));
  return [...provider.refunds.values()].filter(({ externalId }) => names.has(externalId));
};

test(`${GUESTS} paid bookings are given back, none twice, while the company fails at nearly every third call`, async () => {
  const bookings = await cancelledDeparture(GUESTS);
  const { company, calls } = unreliable((id) => id);
  await sendAll(bookings, company);
  expect(calls()).toBeGreaterThan(GUESTS * 1.3);
  const sent = await sentFor(bookings);
  expect(sent).toHaveLength(GUESTS);
  const states = database.services.db.selectFrom("refunds").select("status").distinct();
  expect(await states.where("purchase_id", "in", bookings).execute()).toEqual([{ status: "succeeded" }]);
  expect(sent.reduce((sum, { money }) => sum + money.amount, 0)).toBe(GUESTS * 40_000);
  const messages = await database.services.db
    .selectFrom("emails")
    .select("booking_id")
    .where("booking_id", "in", bookings)
    .where("kind", "=", "booking_cancelled")
    .execute();
  expect(new Set(messages.map((row) => row.booking_id)).size).toBe(messages.length);
  expect(messages).toHaveLength(GUESTS);
}, 120_000);

test("the negative control: without a name that stays, money that went back is asked for again", async () => {
  const bookings = await cancelledDeparture(20);
  await sendAll(bookings, unreliable((id, call) => `${id}:${call}`).company);
  // the provider refuses to refund more than it received; staff paying by hand would not notice
  const refunds = database.services.db.selectFrom("refunds").select("payment_id").where("purchase_id", "in", bookings);
  const byHand = await refunds.where("status", "=", "manual").execute();
  expect(byHand.length).toBeGreaterThan(0);
  const sent = (await sentFor(bookings)).filter(({ state }) => state.status === "succeeded");
  expect(sent).toHaveLength(20);
});
