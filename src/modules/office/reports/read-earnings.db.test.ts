import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSeed } from "#db/seeds/load.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { earningsSheet, readEarnings } from "#src/modules/office/reports/read-earnings.server.ts";
import { EARNINGS_ADDRESS, netOf, PLACES_OF_MONEY, totalsOf } from "#src/modules/office/reports/rules/earnings.ts";
import type { Earned } from "#src/modules/office/reports/schema.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { deskOf } from "#src/modules/partners/desk/queries.server.ts";
import { sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Context } from "#src/platform/context.server.ts";
import { inMode } from "#tests/both-modes.ts";
import { credit } from "#tests/crediting.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const EVERYTHING = "from=2025-06-01&to=2027-12-31";
async function rowsOf(ctx: Context, address = EVERYTHING): Promise<Earned[]> {
  const read = await readEarnings(ctx, EARNINGS_ADDRESS.read(new URLSearchParams(address)));
  if (!read.ok) throw new Error(read.reason);
  return read.earnings.rows;
}
const byChannel = (rows: readonly Earned[]) => Object.fromEntries(rows.map((row) => [row.channel, row]));

describe("what places earned", () => {
  const database = freshDatabase({ RONDA_SEED: "empty" });
  const stage = payingStage(database);
  const db = () => database.services.db;
  let crawlId: string;
  const staff = (minutes = 0) => stage.at(minutes, { kind: "user", role: "admin", secondFactor: true });

  /** A booking of two for 800 pesos, paid online. */
  async function paidOnline(before: (booking: string) => Promise<unknown> = async () => null) {
    const booking = await stage.books(await addDeparture(db(), crawlId));
    await before(booking);
    const attempt = await stage.goesToPay(booking);
    stage.provider.pays(attempt.externalId);
    await stage.webhook(attempt.externalId);
    return { booking, ...attempt };
  }
  beforeAll(async () => {
    ({ crawlId } = await seedMinimal(db()));
  });

  test("is told apart by what brought the guests, with commission, fees and where the money is", async () => {
    const partner = await addPartner(db(), later(0), { code: "hostel-uno", basis: "confirmed" });
    const own = await paidOnline();
    const sent = await paidOnline((booking) => credit(db(), booking, partner));
    await db()
      .updateTable("payments")
      .set({ fee_amount: 3_200, fee_currency: "MXN", payout_id: "po_1", payout_on: "2026-11-25" })
      .where("id", "=", own.paymentId)
      .execute();
    const run = { provider: "sandbox", day: "2026-11-20", ran_at: NOON, movements: 1 };
    const { id: run_id } = await db()
      .insertInto("reconciliation_runs")
      .values(run)
      .returning("id")
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("reconciliation_differences")
      .values({ run_id, kind: "charge_missing", payment_id: sent.paymentId, mended: false })
      .execute();
    const cash = await stage.books(await addDeparture(db(), crawlId), { number_of_people: 3 });
    await db().updateTable("bookings").set({ source: "admin" }).where("id", "=", cash).execute();
    const taking = {
      of: bookingRef(cash),
      way: "cash",
      expected: { amount_minor: 120_000, currency: "MXN" },
    } as const;
    expect(await takePayment(staff(1), taking, randomUUID())).toMatchObject({ ok: true });

    const { site, link, office, ...others } = byChannel(await rowsOf(staff(5)));
    expect(others).toEqual({});
    expect(site).toMatchObject({
      places: 2,
      revenue: 80_000,
      commission: 0,
      fee: 3_200,
      paid_out: 80_000,
      partner: null,
    });
    expect(netOf(site!)).toBe(76_800);
    expect(link).toMatchObject({ places: 2, revenue: 80_000, commission: 8_000, missing: 80_000, held: 0 });
    expect(link!.partner).toBe("Hostel hostel-uno");
    expect(netOf(link!)).toBe(72_000);
    expect(office).toMatchObject({ places: 3, revenue: 120_000, by_hand: 120_000, paid_out: 0 });
    // once the difference was looked into and mended, the money is with the company
    await db().updateTable("reconciliation_differences").set({ mended: true }).execute();
    expect(byChannel(await rowsOf(staff(5)))["link"]).toMatchObject({ missing: 0, held: 80_000 });
  });

  test("follows a booking until now: what goes back is in none of the figures", async () => {
    const before = byChannel(await rowsOf(staff(5)))["site"]!;
    const { booking } = await paidOnline();
    expect(byChannel(await rowsOf(staff(5)))["site"]!.revenue).toBe(before.revenue + 80_000);
    const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
    const input = { booking_id: booking, token: null, expected_refund };
    expect(await cancelBooking(staff(6), input)).toMatchObject({ ok: true });
    const { places, revenue } = byChannel(await rowsOf(staff(7)))["site"]!;
    expect({ places, revenue }).toEqual({ places: before.places, revenue: before.revenue });
  });

  test("a reason that nobody knew is a channel of its own", async () => {
    await sql`alter table bookings drop constraint bookings_partner_reason_check`.execute(db());
    const partner = await addPartner(db(), later(0), { code: "market" });
    await paidOnline((booking) => credit(db(), booking, partner, { partner_reason: "market" }));
    expect(byChannel(await rowsOf(staff(5)))["market"]).toMatchObject({ places: 2, partner: "Hostel market" });
    const sheet = await earningsSheet(staff(5), EARNINGS_ADDRESS.read(new URLSearchParams(EVERYTHING)));
    expect(sheet).toMatchObject({ ok: true, name: "earnings-2025-06-01-2027-12-31" });
  });

  test("is of the days, the city and the crawl that are asked for", async () => {
    const elsewhere = await addCrawl(db(), { title: "Another" });
    const night = await addDeparture(db(), elsewhere, { date: "2026-12-24" });
    const booking = await stage.books(night, { currency: "USD" });
    const attempt = await stage.goesToPay(booking);
    stage.provider.pays(attempt.externalId);
    await stage.webhook(attempt.externalId);
    const dollars = [{ channel: "site", currency: "USD", places: 2, revenue: 4_000 }];
    expect(await rowsOf(staff(5), `${EVERYTHING}&crawl=${elsewhere}`)).toMatchObject(dollars);
    expect(await rowsOf(staff(5), "from=2026-12-24&to=2026-12-24")).toMatchObject(dollars);
    expect(await rowsOf(staff(5), "from=2026-12-24&to=2026-12-24&by=sale")).toEqual([]);
    expect((await rowsOf(staff(5), "from=2026-11-20&to=2026-11-20&by=sale")).length).toBeGreaterThan(1);
    expect(await rowsOf({ ...staff(5), actor: { ...staff().actor, role: "manager", cities: ["nowhere"] } })).toEqual(
      [],
    );
    const limited = { ...staff(5), actor: { ...staff().actor, role: "manager", cities: ["mexico-city"] } };
    const rows = await rowsOf(limited);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ partner }) => partner !== null)).toEqual([]);
    const guide = stage.at(0, { kind: "user", role: "guide" });
    expect(await readEarnings(guide, EARNINGS_ADDRESS.read(new URLSearchParams()))).toMatchObject({
      reason: "forbidden",
      missing: "reports.read",
    });
  });

  test("practice isn't in what was earned for real", async () => {
    const practised = await rowsOf(staff(5));
    expect(practised.length).toBeGreaterThan(0);
    expect(await rowsOf(inMode(staff(5), "live"))).toEqual([]);
  });
});

describe("where cash is", () => {
  const database = freshDatabase({ RONDA_SEED: "empty" });
  const stage = payingStage(database);
  const db = () => database.services.db;
  const staff = (minutes = 0) => stage.at(minutes, { kind: "user", role: "admin", secondFactor: true });
  let crawlId: string;
  beforeAll(async () => {
    ({ crawlId } = await seedMinimal(db()));
  });

  test("what was given back by hand comes off what is in hand, and off no company's money", async () => {
    const booking = await stage.books(await addDeparture(db(), crawlId));
    const money = { amount_minor: 80_000, currency: "MXN" } as const;
    const taking = { of: bookingRef(booking), way: "cash", expected: money } as const;
    expect(await takePayment(staff(1), taking, randomUUID())).toMatchObject({ ok: true });
    expect(await rowsOf(staff(2))).toMatchObject([{ by_hand: 80_000, held: 0 }]);
    const input = { booking_id: booking, token: null, expected_refund: money };
    expect(await cancelBooking(staff(3), input)).toMatchObject({ ok: true });
    const { id } = await db().selectFrom("refunds").select("id").executeTakeFirstOrThrow();
    await submitRefund(staff(4), id);
    expect(await rowsOf(staff(4))).toMatchObject([{ by_hand: 80_000, held: 0 }]);
    const closed = await closeManualRefund(staff(4), { refund_id: id, note: "In cash" });
    expect(closed).toMatchObject({ ok: true });
    // a row without any figure is none
    expect(await rowsOf(staff(5))).toEqual([]);
  });

  test("what a partner kept is owed until its statement is paid", async () => {
    const after = 600 * 24 * 60;
    const partner = await addPartner(db(), NOON, { code: "desk", basis: "confirmed" });
    await db().updateTable("partners").set({ desk_credit_limit: 1_000_000 }).where("id", "=", partner).execute();
    const offered = await offerBinding(staff(), { partner_id: partner, name: "Reception" });
    const bound = offered.ok && (await bindDevice(stage.at(0), offered.token, { name: "Reception", pin: "274913" }));
    if (!bound || !bound.ok) throw new Error("not bound");
    const desk = (await deskOf(stage.at(0), bound.secret))!;
    const departure_id = await addDeparture(db(), crawlId, { date: "2027-01-15", prices: { MXN: 40_000 } });
    const wish = { intent: "sell", key: randomUUID(), departure_id, people: 2, way: "cash" } as const;
    const who = { name: "Lena Brandt", email: "", phone: "+49 151 2345678", language: "en" } as const;
    expect(await sellAtDesk(stage.at(0), desk, { ...wish, ...who, expected: 80_000 })).toMatchObject({ ok: true });
    const atDesk = async () => (await rowsOf(staff(after))).filter((row) => row.partner !== null);
    expect(await atDesk()).toMatchObject([{ owed: 80_000, by_hand: 0, held: 0 }]);

    expect(await closeMonth(staff(after), { month: "2027-01" })).toMatchObject({ ok: true });
    const read = await statementOf(staff(after), { partnerId: partner, month: "2027-01" });
    if (!read.ok) throw new Error(read.reason);
    const { id, commission, cash } = read.statement;
    const statement_id = id!;
    const agreed = await agreeForPartner(staff(after), { statement_id, commission, cash });
    expect(agreed).toMatchObject({ ok: true });
    expect(await atDesk()).toMatchObject([{ owed: 80_000, by_hand: 0 }]);
    expect(await payStatement(staff(after), { statement_id, reference: "SPEI 1" })).toMatchObject({ ok: true });
    expect(await atDesk()).toMatchObject([{ owed: 0, by_hand: 80_000, held: 0 }]);
  });
});

describe("a year of the demo business", () => {
  const database = freshDatabase({ DEMO_YEAR: "true", RONDA_SEED: "demo", PAYMENTS_MODE: "sandbox" });
  beforeAll(async () => {
    await loadSeed(database.services.db, database.services.settings, NOON);
  });

  test.each(["sale", "service"])("adds up to the ledger's accounts, counted by %s", async (by) => {
    const ctx = database.ctx({ actor: { kind: "user", role: "admin" } });
    const rows = await rowsOf(ctx, `${EVERYTHING}&by=${by}`);
    expect(new Set(rows.map(({ channel }) => channel)).size).toBeGreaterThan(2);
    const { rows: books } = await sql<{ currency: string; revenue: number; commission: number; money: number }>`
      select l.currency, -coalesce(sum(l.amount) filter (where account = 'revenue'), 0)::float8 as revenue,
        coalesce(sum(l.amount) filter (where account = 'commission'), 0)::float8 as commission,
        coalesce(sum(l.amount) filter (where account in ('clearing', 'credit')), 0)::float8 as money
      from ledger_entries l join bookings b on b.id = l.purchase_id and b.confirmed_at is not null
      group by l.currency order by l.currency`.execute(database.services.db);
    const { rows: fees } = await sql<{ currency: string; fee: number }>`
      select p.fee_currency as currency, sum(p.fee_amount)::float8 as fee from payments p
        join bookings b on b.id = p.purchase_id and b.confirmed_at is not null
      where p.fee_amount is not null group by 1`.execute(database.services.db);
    const feeIn = (currency: string) => fees.find((one) => one.currency === currency)?.fee ?? 0;
    expect(
      totalsOf(rows).map((total) => ({
        currency: total.currency,
        revenue: total.revenue,
        commission: total.commission,
        money: PLACES_OF_MONEY.reduce((sum, place) => sum + total[place], 0),
        net: netOf(total),
      })),
    ).toEqual(books.map((of) => ({ ...of, net: of.revenue - of.commission - feeIn(of.currency) })));
  });
});
