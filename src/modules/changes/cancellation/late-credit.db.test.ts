import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { cancelPreviewOfBookings } from "#src/modules/changes/cancellation/queries.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { refundsOf } from "#src/modules/money/payments/queries.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { at, books, goesToPay, webhook, provider } = stage;
beforeAll(() => seedMinimal(database.services.db));

/** Minutes after the stage's noon at which its night of 20:00 begins. */
const START = 8 * 60;
const HOURS = 60;

async function setPercent(percent: number) {
  const row = { key: "late_credit_percent", value: String(percent) };
  const { db } = database.services;
  await db
    .insertInto("app_settings")
    .values(row)
    .onConflict((c) => c.column("key").doUpdateSet(row))
    .execute();
  forgetSettings({ db });
}
beforeEach(() => setPercent(50));

const token = (booking: string) => accessToken(database.services.secret, booking);
const tonight = async () =>
  addDeparture(database.services.db, await addCrawl(database.services.db, {}), { date: "2026-11-20" });

/** A paid booking of 800 pesos of tonight, with so much of it paid by credit. */
async function paidBooking(byCredit = 0) {
  const booking = await books(await tonight());
  let code: string | null = null;
  if (byCredit > 0) {
    const source = await books(await tonight());
    const gesture = { of: bookingRef(source), paymentId: null, money: { amount: byCredit, currency: "MXN" as const } };
    await database.services.db.transaction().execute((tx) => giveCredit(at(0), tx, { ...gesture, test: true }));
    code = (await creditsOf(database.services, source))[0]!.code;
    const input = { booking_id: booking, token: token(booking), code };
    expect(await applyCredit(at(1), input)).toMatchObject({ ok: true });
  }
  const { externalId } = await goesToPay(booking, 2);
  provider.pays(externalId);
  await webhook(externalId, 3);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
  return { booking, code, externalId };
}
const money = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });
const cancels = (booking: string, minutes: number, refund: number, credit?: number) =>
  cancelBooking(at(minutes), {
    booking_id: booking,
    token: token(booking),
    expected_refund: money(refund),
    ...(credit !== undefined && { expected_credit: money(credit) }),
  });

describe("a guest who cancels too late", () => {
  test.each([
    // percent, hours before the start, of it paid by credit → new credit, back to the credit
    [50, 7, 0, 40_000, 0],
    [100, 1, 0, 80_000, 0],
    [33, 4, 0, 26_400, 0],
    [0, 4, 0, 0, 0],
    [50, 4, 30_000, 25_000, 15_000],
  ])(
    "with %i percent, %i hours before, %i paid by credit gets %i as new credit and %i back to its code",
    async (percent, hours, byCredit, late, back) => {
      await setPercent(percent);
      const { booking } = await paidBooking(byCredit);
      const minutes = START - hours * HOURS;
      expect(await cancels(booking, minutes, 0, late + back + 1)).toMatchObject({
        reason: "quote_changed",
        credit: { amount_minor: late + back },
      });
      expect(await cancels(booking, minutes, 0, late + back)).toMatchObject({ ok: true });
      expect(await cancels(booking, minutes, 0, late + back), "again").toMatchObject({ reason: "already_cancelled" });
      const credits = await creditsOf(database.services, booking);
      expect(credits.map(({ amount }) => amount)).toEqual(late > 0 ? [late] : []);
      const refunds = await refundsOf(database.services.db, booking);
      expect(refunds.map(({ amount, status, taken_back }) => [amount, status, taken_back])).toEqual(
        late > 0 ? [[late, "credited", late]] : [],
      );
      const emails = database.services.db.selectFrom("emails").select("kind").where("booking_id", "=", booking);
      const kinds = (await emails.execute()).map(({ kind }) => kind);
      expect(kinds.includes("credit_given")).toBe(late > 0);
      expect(await checkLedger(at(minutes))).toBe(0);
    },
  );

  test("in time gets the money, and no credit", async () => {
    const departure = await addDeparture(database.services.db, await addCrawl(database.services.db, {}), {
      date: "2026-12-04",
    });
    const booking = await books(departure);
    const { externalId } = await goesToPay(booking, 2);
    provider.pays(externalId);
    await webhook(externalId, 3);
    expect(await cancels(booking, 10, 80_000, 0)).toMatchObject({ ok: true, credit: { amount_minor: 0 } });
    expect(await creditsOf(database.services, booking)).toEqual([]);
  });

  test("can't have the same money refunded; the credit is owed in the books and pays for another night", async () => {
    const { booking } = await paidBooking();
    const before = await balances({ db: database.services.db });
    expect(await cancels(booking, START - HOURS, 0, 40_000)).toMatchObject({ ok: true });
    const after = await balances({ db: database.services.db });
    const moved = (account: string) => {
      const of = (all: typeof after) =>
        all.filter((one) => one.account === account).reduce((n, one) => n + one.amount, 0);
      return of(after) - of(before);
    };
    expect([moved("revenue"), moved("credit"), moved("clearing"), moved("guest")]).toEqual([40_000, -40_000, 0, 0]);
    const [credit] = await creditsOf(database.services, booking);
    const other = await books(await tonight(), {}, START - HOURS);
    const input = { booking_id: other, token: token(other), code: credit!.code };
    expect(await applyCredit(at(START - HOURS + 1), input)).toMatchObject({ ok: true, use: 40_000 });
  });

  test.each([
    // at the company, of the credit used for another night → what is void of the credit, and what the books undo of the sale
    [80_000, 0, 40_000, 40_000],
    [50_000, 0, 10_000, 40_000],
    [30_000, 0, 0, 30_000],
    [80_000, 15_000, 25_000, 55_000],
  ])("loses the credit of what goes back at the company: %i, with %i used", async (amount, used, voided, undone) => {
    const differences = await checkLedger(at(START));
    const { booking, externalId } = await paidBooking();
    expect(await cancels(booking, START - HOURS, 0, 40_000)).toMatchObject({ ok: true });
    const { code } = (await creditsOf(database.services, booking))[0]!;
    let other: string | null = null;
    if (used > 0) {
      const crawl = await addCrawl(database.services.db, {});
      const night = await addDeparture(database.services.db, crawl, { date: "2026-12-04", prices: { MXN: used } });
      other = await books(night, { number_of_people: 1 }, START - HOURS);
      expect(await applyCredit(at(START - HOURS + 1), { booking_id: other, token: token(other), code })).toMatchObject({
        use: used,
      });
      const free = { of: bookingRef(other), provider: "free", method: "free" } as const;
      expect(await startPayment(at(START - HOURS + 2), free, crypto.randomUUID())).toMatchObject({ ok: true });
    }
    provider.refundsElsewhere(externalId, amount);
    for (const minutes of [1, 2]) await webhook(externalId, START - HOURS + 5 + minutes, { type: "refund.created" });
    expect((await creditsOf(database.services, booking))[0]!.left).toBe(40_000 - used - voided);
    expect((await stage.refunds(booking)).map((one) => one.taken_back)).toEqual([40_000, undone]);
    // what was spent returns without being credit again, for its money is gone
    if (other) expect(await cancels(other, START - HOURS + 10, 0, used)).toMatchObject({ ok: true });
    expect((await creditsOf(database.services, booking))[0]!.left).toBe(40_000 - used - voided);
    expect(await checkLedger(at(START))).toBe(differences);
  });

  test("whose bank decides about all that was paid is promised none", async () => {
    const { booking, externalId } = await paidBooking();
    const priced = async () =>
      priceCancellation(at(START - HOURS), (await findBooking(at(START - HOURS), booking, token(booking)))!);
    expect(await priced()).toMatchObject({ late: 40_000, percent: 50 });
    provider.disputes.set(externalId, {
      state: "open",
      money: { amount: 80_000, currency: "MXN" },
      reason: "fraudulent",
    });
    await webhook(externalId, 5, { type: "dispute.updated" });
    expect(await priced()).toMatchObject({ late: 0, credit: 0, percent: 0 });
  });

  test("is cancelled once, and gets one credit, however often at once", async () => {
    const { booking } = await paidBooking();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancels(booking, START - HOURS, 0, 40_000)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await creditsOf(database.services, booking)).toMatchObject([{ amount: 40_000, left: 40_000 }]);
    expect(await checkLedger(at(START))).toBe(0);
  });
});

describe("staff who cancel", () => {
  const staff = (minutes: number) =>
    at(minutes, { kind: "user", role: "manager", userId: crypto.randomUUID(), secondFactor: true });

  test("see the credit under the guest's rule alone, and give it as shown; for one or for several", async () => {
    const { booking } = await paidBooking();
    const ctx = staff(START - HOURS);
    expect(await priceAdminCancellation(ctx, booking)).toMatchObject({
      choices: {
        none: { refund: 0, late: 0 },
        guest: { refund: 0, late: 40_000, why: { amount: { amount: 40_000 } } },
        operator: { refund: 80_000, late: 0 },
      },
    });
    const { preview, each } = await cancelPreviewOfBookings(ctx, [booking], "guest");
    expect([preview.credit, each]).toMatchObject([[{ amount: 40_000 }], [{ refund: 0, credit: 40_000 }]]);
    const expected = { version: 1, refund_minor: 0, credit_minor: 0, currency: "MXN" as const };
    const wish = { booking_id: booking, choice: "guest" as const };
    expect(await cancelAsAdmin(ctx, { ...wish, expected })).toMatchObject({ reason: "quote_changed" });
    const renewed = { ...expected, credit_minor: 40_000 };
    expect(await cancelAsAdmin(ctx, { ...wish, expected: renewed })).toMatchObject({ ok: true });
    expect(await creditsOf(database.services, booking)).toMatchObject([{ amount: 40_000 }]);
  });

  test("after the start give none: who didn't come gets nothing", async () => {
    const { booking } = await paidBooking();
    expect(await priceAdminCancellation(staff(START + 1), booking)).toMatchObject({
      choices: { guest: { refund: 0, late: 0, credit: 0 } },
    });
  });
});
