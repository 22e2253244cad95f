import { beforeAll, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { deferSales } from "#src/modules/sales/booking/defer-sales.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { ledgerCheck } from "#src/modules/money/payments/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

// Money for a night that isn't held yet is a liability until the night, whatever happens to its booking.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const db = () => database.services.db;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
});

const HOUR = 60;
const DAY = 24 * HOUR;
const defer = (minutes: number) => deferSales(at(minutes, { kind: "system" }));

/** A booking of two for 800 pesos that is paid a minute after noon, for a night that begins `minutes` after noon. */
async function paid(minutes: number, currency: "MXN" | "USD" = "MXN") {
  const departure = await addDeparture(db(), crawlId);
  await starts(departure, minutes);
  const booking = await books(departure, { currency });
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  return { booking, departure };
}
const starts = (id: string, minutes: number) =>
  db()
    .updateTable("scheduled_crawls")
    .set({ starts_at: later(minutes), sales_close_at: later(minutes), ends_at: later(minutes + 4 * HOUR) })
    .where("id", "=", id)
    .execute();
async function accounts(booking: string): Promise<Record<string, number>> {
  const { rows } = await database.services.pool.query<{ account: string; amount: number }>(
    `select account, sum(amount)::int as amount from ledger_entries where purchase_id = $1
       and account in ('revenue', 'deferral', 'unearned') group by 1 having sum(amount) <> 0 order by 1`,
    [booking],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
const moves = async (booking: string) =>
  (
    await db()
      .selectFrom("ledger_entries")
      .select(["kind", "at"])
      .where("purchase_id", "=", booking)
      .where("account", "=", "unearned")
      .orderBy("id")
      .execute()
  ).map(({ kind, at: when }) => [kind, when.toISOString()]);

const COMING = { deferral: 80_000, revenue: -80_000, unearned: -80_000 };
const HELD = { revenue: -80_000 };

test("a sale is owed from when it was made until its night begins, and the books stay in agreement", async () => {
  const { booking } = await paid(2 * DAY);
  expect(await accounts(booking)).toEqual(HELD);
  await defer(HOUR);
  expect(await accounts(booking)).toEqual(COMING);
  await defer(2 * HOUR);
  expect(await moves(booking), "once").toEqual([["deferred", later(1).toISOString()]]);
  await defer(2 * DAY - 1);
  expect(await accounts(booking)).toEqual(COMING);
  // the round comes after the night began, and says when it did
  await defer(2 * DAY + 50);
  expect(await accounts(booking)).toEqual(HELD);
  expect((await moves(booking)).at(-1)).toEqual(["earned", later(2 * DAY).toISOString()]);
  await checkLedger(at(2 * DAY + HOUR, { kind: "system" }));
  expect((await ledgerCheck(database.ctx()))?.differences).toEqual([]);
});

test.each(["MXN", "USD"] as const)("two rounds at once post once, in %s", async (currency) => {
  const { booking } = await paid(DAY, currency);
  await Promise.all([defer(HOUR), defer(HOUR), defer(HOUR)]);
  expect(await moves(booking)).toHaveLength(1);
  await Promise.all([defer(DAY + 1), defer(DAY + 1)]);
  expect(await moves(booking)).toHaveLength(2);
  const { deferral, unearned } = await accounts(booking);
  expect([deferral, unearned]).toEqual([undefined, undefined]);
});

test("what is cancelled before the night is owed no more, and what is kept of it is earned with the night", async () => {
  const { booking } = await paid(3 * DAY);
  await defer(HOUR);
  const token = accessToken(database.services.secret, booking);
  const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
  expect(await cancelBooking(at(2 * HOUR), { booking_id: booking, token, expected_refund })).toMatchObject({
    ok: true,
  });
  await defer(3 * HOUR);
  expect(await accounts(booking)).toEqual({});
});

test("a night that is moved after it began is to come again", async () => {
  const { booking, departure } = await paid(DAY);
  await defer(DAY + 1);
  expect(await accounts(booking)).toEqual(HELD);
  await starts(departure, 5 * DAY);
  await defer(DAY + HOUR);
  expect(await accounts(booking)).toEqual(COMING);
  await defer(5 * DAY + 1);
  expect(await accounts(booking)).toEqual(HELD);
});

test("what was sold before the books knew is deferred from now on: months that were taken out stay as they were", async () => {
  const coming = await paid(30 * DAY);
  const held = await paid(5 * DAY);
  await defer(20 * DAY);
  expect(await moves(coming.booking)).toEqual([["deferred", later(20 * DAY).toISOString()]]);
  expect(await moves(held.booking)).toEqual([]);
  expect(await accounts(held.booking)).toEqual(HELD);
});

test("practice and real money are deferred side by side", async () => {
  const { booking } = await paid(DAY);
  const real = {
    posting: `real:${booking}`,
    kind: "sold",
    at: later(2),
    currency: "MXN",
    purchase_id: booking,
    test: false,
  };
  await db()
    .insertInto("ledger_entries")
    .values([
      { ...real, line: 0, account: "guest", amount: 500 },
      { ...real, line: 1, account: "revenue", amount: -500 },
    ])
    .execute();
  await defer(HOUR);
  const { rows } = await database.services.pool.query(
    `select test, sum(amount)::int as amount from ledger_entries where purchase_id = $1 and account = 'unearned'
       group by test order by test`,
    [booking],
  );
  expect(rows).toEqual([
    { test: false, amount: -500 },
    { test: true, amount: -80_000 },
  ]);
});
