import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditIn, creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const token = (booking: string) => accessToken(database.services.secret, booking);

/** Credit in pesos given for an earlier booking. */
async function credit(amount: number, over: { currency?: "MXN" | "USD"; test?: boolean; minutes?: number } = {}) {
  const source = await books(await newDeparture(), { number_of_people: 1 });
  const { paymentId } = await goesToPay(source);
  const { currency = "MXN", test: practice = true, minutes = 0 } = over;
  const money = { amount, currency };
  await database.services.db
    .transaction()
    .execute((tx) => giveCredit(at(minutes), tx, { of: bookingRef(source), paymentId, money, test: practice }));
  const [input] = await creditsOf(database.services, source);
  return { code: input!.code, left: async () => (await creditsOf(database.services, source))[0]!.left };
}

const applies = (booking: string, code: string, minutes = 1) =>
  applyCredit(at(minutes), { booking_id: booking, token: token(booking), code });
const removes = (booking: string, minutes: number, by: string | null = token(booking)) =>
  removeCredit(at(minutes), { booking_id: booking, token: by });
const amounts = async (booking: string) => (await stage.payments(booking)).map(({ amount }) => amount);
const inIt = async (booking: string) => creditIn(database.services, booking);
const paysFree = (booking: string, minutes = 2) =>
  startPayment(at(minutes), { of: bookingRef(booking), provider: "free", method: "free" }, randomUUID());
const cancels = async (booking: string, amount_minor: number, minutes = 10) =>
  cancelBooking(at(minutes), {
    booking_id: booking,
    token: token(booking),
    expected_refund: { amount_minor, currency: "MXN" },
  });
/** The ledger balance of a booking's account. */
async function balance(booking: string, account: string): Promise<number> {
  const { rows } = await database.services.pool.query<{ sum: number }>(
    "select coalesce(sum(amount), 0)::int as sum from ledger_entries where purchase_id = $1 and account = $2",
    [booking, account],
  );
  return rows[0]!.sum;
}

test("part of a total is taken from credit, the rest is charged, and both come back the way they came", async () => {
  const { code, left } = await credit(30_000);
  const booking = await books(await newDeparture());
  expect(await applies(booking, ` ${code.toLowerCase().replaceAll("-", "")} `)).toMatchObject({
    ok: true,
    use: 30_000,
  });
  expect(await left()).toBe(0);
  const { externalId } = await goesToPay(booking, 2);
  expect(await amounts(booking)).toEqual([50_000]);
  provider.pays(externalId);
  await webhook(externalId, 3);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", total_price: 80_000 });
  expect(await inIt(booking)).toMatchObject({ amount: 30_000, state: "used" });
  expect(await balance(booking, "credit")).toBe(30_000);

  const view = (await findBooking(at(9), booking, token(booking)))!;
  expect(await priceCancellation(at(9), view)).toMatchObject({ refund: { amount_minor: 50_000 }, credit: 30_000 });
  expect(await cancels(booking, 50_000)).toMatchObject({ ok: true });
  expect(await stage.refunds(booking)).toMatchObject([{ amount: 50_000 }]);
  expect(await left()).toBe(30_000);
  expect(await balance(booking, "credit")).toBe(0);
});

test("all of a total is taken from credit, without any provider of money", async () => {
  const { code, left } = await credit(100_000);
  const booking = await books(await newDeparture());
  await applies(booking, code);
  expect(
    await startPayment(at(2), { of: bookingRef(booking), provider: "sandbox", method: "card" }, randomUUID()),
  ).toEqual(expect.objectContaining({ reason: "provider_not_offered" }));
  expect(await paysFree(booking)).toMatchObject({ ok: true });
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  expect(await left()).toBe(20_000);
  expect(await cancels(booking, 0)).toMatchObject({ ok: true });
  expect(await left()).toBe(100_000);
});

test("after the refund deadline nothing of it comes back", async () => {
  const { code, left } = await credit(80_000);
  const booking = await books(await newDeparture({ date: "2026-11-21" }));
  await applies(booking, code);
  await paysFree(booking);
  expect(await cancels(booking, 0, 24 * 60)).toMatchObject({ ok: true });
  expect(await left()).toBe(0);
});

test("what comes back is good for a month, though the credit had nearly ended", async () => {
  const { code } = await credit(80_000, { minutes: -360 * 24 * 60 });
  const booking = await books(await newDeparture());
  await applies(booking, code);
  await paysFree(booking);
  await cancels(booking, 0);
  const row = await database.services.db
    .selectFrom("credits")
    .select("expires_at")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  expect(row.expires_at).toEqual(later(10 + 30 * 24 * 60));
});

describe("a code", () => {
  test.each([
    ["that nobody was given", async () => "RC-2222-3333-4444", "credit_invalid"],
    ["that is none", async () => "x", "credit_invalid"],
    [
      "of a practice booking, for a real one or the other way round",
      async () => (await credit(100, { test: false })).code,
      "credit_invalid",
    ],
    ["of another currency", async () => (await credit(5000, { currency: "USD" })).code, "credit_currency"],
    ["that has ended", async () => (await credit(5000, { minutes: -366 * 24 * 60 })).code, "credit_expired"],
  ])("%s is refused, and the price stays", async (_, code, reason) => {
    const booking = await books(await newDeparture());
    expect(await applies(booking, await code())).toMatchObject({ ok: false, reason });
    expect(await inIt(booking)).toBeNull();
  });

  test("is looked up ten times at most when it is wrong, whoever has it", async () => {
    const { code } = await credit(30_000);
    const booking = await books(await newDeparture());
    const from = (input: string) =>
      applyCredit(at(60 * 24, { address: "203.0.113.99" }), {
        booking_id: booking,
        token: token(booking),
        code: input,
      });
    await database.services.db
      .updateTable("bookings")
      .set({ hold_expires_at: later(60 * 25) })
      .where("id", "=", booking)
      .execute();
    const guesses = [];
    for (let n = 0; n < 12; n++) guesses.push(await from(`RC-2222-3333-${4000 + n}`));
    const message = guesses.map((guess) => (guess.ok ? "ok" : guess.reason));
    expect(message).toEqual([...Array<string>(10).fill("credit_invalid"), "too_many_attempts", "too_many_attempts"]);
    expect(await from(code)).toMatchObject({ reason: "too_many_attempts" });
  });
});

test.each(["open", "lost"])("credit whose payment is disputed (%s) is spent by nobody", async (dispute_state) => {
  const { code } = await credit(100_000);
  const [reserved, other] = [await books(await newDeparture()), await books(await newDeparture())];
  await applies(reserved, code);
  await database.services.pool.query(
    "update payments set dispute_state = $1 where id = (select payment_id from credits where code = $2)",
    [dispute_state, code],
  );
  expect(await applies(other, code)).toMatchObject({ reason: "credit_invalid" });
  await paysFree(reserved).catch(() => undefined);
  expect(await inIt(reserved)).not.toMatchObject({ state: "used" });
  expect(await stage.bookingRow(reserved)).not.toMatchObject({ status: "confirmed" });
});

test("another code is used beside the first, and all of it is taken off again", async () => {
  const [one, two] = [await credit(30_000), await credit(10_000)];
  const booking = await books(await newDeparture());
  await applies(booking, one.code);
  await applies(booking, two.code);
  expect([await one.left(), await two.left()]).toEqual([0, 0]);
  expect(await inIt(booking)).toMatchObject({ amount: 40_000, parts: [{ code: one.code }, { code: two.code }] });
  expect(await removes(booking, 2)).toMatchObject({ ok: true });
  expect([await one.left(), await two.left()]).toEqual([30_000, 10_000]);
  await goesToPay(booking, 3);
  expect(await amounts(booking)).toEqual([80_000]);
});

test("a payment page that was open for another sum can't be paid any more", async () => {
  const { code } = await credit(30_000);
  const booking = await books(await newDeparture());
  const { externalId } = await goesToPay(booking);
  expect(await applies(booking, code)).toMatchObject({ ok: true });
  expect(await provider.fetchState(externalId)).toMatchObject({ status: "expired" });
  const closed = await goesToPay(booking, 2);
  provider.pays(closed.externalId);
  expect(await removes(booking, 3)).toMatchObject({ reason: "already_paid" });
  expect(await inIt(booking)).toMatchObject({ state: "used" });
});

describe("credit is not taken from under its booking", () => {
  /** A booking of two with part of its price on credit, and a payment page open for the rest. */
  async function paying() {
    const result = await credit(30_000);
    const booking = await books(await newDeparture());
    await applies(booking, result.code);
    return { ...result, booking, ...(await goesToPay(booking, 2)) };
  }
  const isOpen = async (externalId: string) => (await provider.fetchState(externalId)).status;

  test("by a stranger who has nothing but its id, and its payment page stays open", async () => {
    const { booking, externalId } = await paying();
    const small = await credit(10_000);
    expect(await removes(booking, 3, null)).toMatchObject({ reason: "booking_not_found" });
    expect(await applyCredit(at(3), { booking_id: booking, token: null, code: small.code })).toMatchObject({
      reason: "booking_not_found",
    });
    expect(await inIt(booking)).toMatchObject({ amount: 30_000, state: "reserved" });
    expect(await isOpen(externalId)).toBe("open");
  });

  test("after its seats were given back", async () => {
    const { booking, externalId } = await paying();
    expect(await removes(booking, 45)).toMatchObject({ reason: "not_payable" });
    expect(await isOpen(externalId)).toBe("open");
  });

  test("while a voucher or a slow bank may pay the rest yet", async () => {
    const { booking, code, externalId } = await paying();
    const other = await credit(10_000);
    provider.says(externalId, { status: "pending", until: later(3 * 24 * 60) });
    expect(await removes(booking, 3)).toMatchObject({ reason: "payment_under_way" });
    expect(await applies(booking, other.code, 4)).toMatchObject({ reason: "payment_under_way" });
    expect(await inIt(booking)).toMatchObject({ parts: [{ code }], amount: 30_000, state: "reserved" });
    provider.pays(externalId);
    await webhook(externalId, 5);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  });
});

describe("when the hold lapses", () => {
  test("credit is free again, and is taken again with the seats", async () => {
    const { code, left } = await credit(30_000);
    const departure = await newDeparture();
    const booking = await books(departure);
    await applies(booking, code);
    await freeLapsedHolds(at(32), departure);
    expect(await left()).toBe(30_000);
    expect(await retakeHold(at(33), booking)).toMatchObject({ ok: true });
    expect(await left()).toBe(0);
  });

  test("money that comes late confirms with the credit that it was paid beside", async () => {
    const { code, left } = await credit(30_000);
    const departure = await newDeparture();
    const booking = await books(departure);
    await applies(booking, code);
    const { externalId } = await goesToPay(booking, 2);
    await freeLapsedHolds(at(33), departure);
    provider.pays(externalId);
    await webhook(externalId, 40);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
    expect(await left()).toBe(0);
  });

  test("and the credit went elsewhere, the money buys nothing and no seat is kept", async () => {
    const { code } = await credit(30_000);
    const departure = await newDeparture();
    const booking = await books(departure);
    await applies(booking, code);
    const { externalId } = await goesToPay(booking, 2);
    await freeLapsedHolds(at(33), departure);
    expect(await applies(await books(await newDeparture(), {}, 33), code, 34)).toMatchObject({ ok: true });
    provider.pays(externalId);
    await webhook(externalId, 40);
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "cancelled" });
    expect(await stage.payments(booking)).toMatchObject([{ placement: "unplaced", amount: 50_000 }]);
    expect(await stage.refunds(booking)).toMatchObject([{ amount: 50_000 }]);
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ available: 40, confirmed: 0 });
  });
});

describe("one credit in many hands at once", () => {
  const used = async (code: string) => {
    const { rows } = await database.services.pool.query<{ amount: number; spent: number }>(
      `select c.amount, coalesce(sum(u.amount) filter (where u.state <> 'released'), 0)::int as spent
        from credits c left join credit_uses u on u.credit_id = c.id where c.code = $1 group by c.id`,
      [code],
    );
    return rows[0]!;
  };
  const bookings = async (count: number) => {
    const departure = await newDeparture({ seats: 100 });
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await books(departure, { number_of_people: 1 }));
    return ids;
  };

  test("is never spent twice", async () => {
    const { code } = await credit(100_000);
    const ids = await bookings(8);
    const answers = await Promise.all(ids.map((id) => applies(id, code)));
    const result = answers.reduce((sum, answer) => sum + (answer.ok && "use" in answer ? answer.use : 0), 0);
    expect(await used(code)).toEqual({ amount: 100_000, spent: 100_000 });
    expect(result).toBe(100_000);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "credit_spent")).toHaveLength(5);
  });

  test("would be, without its lock: reading what is left and then taking it spends more than there is", async () => {
    const { code } = await credit(100_000);
    const ids = await bookings(8);
    const { db } = database.services;
    const { id, amount } = await db
      .selectFrom("credits")
      .selectAll()
      .where("code", "=", code)
      .executeTakeFirstOrThrow();
    let reading = ids.length;
    let allRead = () => {};
    const read = new Promise<void>((resolve) => (allRead = resolve));
    await Promise.all(
      ids.map((purchase_id) =>
        db.transaction().execute(async (tx) => {
          const rows = await tx.selectFrom("credit_uses").select("amount").where("credit_id", "=", id).execute();
          if (--reading === 0) allRead();
          await read;
          const use = Math.min(40_000, amount - rows.reduce((sum, row) => sum + row.amount, 0));
          const now = later(1);
          const row = { credit_id: id, purchase_id, amount: use, state: "reserved", created_at: now, updated_at: now };
          await tx.insertInto("credit_uses").values(row).execute();
        }),
      ),
    );
    expect((await used(code)).spent).toBeGreaterThan(100_000);
  });
});
