import { beforeAll, expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import type { NumberFormat } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { deferSales } from "#src/modules/ledger/defer-sales.server.ts";
import { ledgerSheet } from "#src/modules/ledger/write-csv.server.ts";
import { readNight } from "#src/modules/night/queries.server.ts";
import { cancelBooking } from "#src/modules/payments/cancel-booking.server.ts";
import { submitRefund } from "#src/modules/payments/submit-refund.server.ts";
import { reconcilePayments } from "#src/modules/reconciliation/reconcile-payments.server.ts";
import { moneyFilterOf } from "#src/modules/reconciliation/rules/money-list.ts";
import { writeMoneyList } from "#src/modules/reconciliation/write-money-list.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText, readCsv } from "#tests/sheets.ts";

// A bookkeeper closes November from its two files alone; what the files add up to is what the database says.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const DAY = 24 * 60;
const admin = (minutes: number) => at(minutes, { kind: "user", role: "admin" });
const nights: Record<string, string> = {};

async function paid(night: string, fee: number | null): Promise<{ booking: string; externalId: string }> {
  const booking = await books(nights[night]!);
  const { paymentId, externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  const charge = `ch_${externalId}`;
  const movement = { kind: "charge", externalId: charge, chargeId: charge, paymentId, at: later(1) } as const;
  const money = { amount: 80_000, currency: "MXN" } as const;
  provider.movements.push({ ...movement, money, ...(fee ? { fee: { amount: fee, currency: "MXN" } } : {}) });
  return { booking, externalId };
}

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  nights["november"] = await addDeparture(db, crawlId, { date: "2026-11-28" });
  nights["december"] = await addDeparture(db, crawlId, { date: "2026-12-12" });
  await paid("november", 3_180);
  await paid("december", 3_180);
  const back = await paid("november", 3_180);
  const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
  expect(await cancelBooking(admin(2), { booking_id: back.booking, token: null, expected_refund })).toMatchObject({
    ok: true,
  });
  const [refund] = await stage.refunds(back.booking);
  await submitRefund(at(3), refund!.id);
  const disputed = await paid("november", 3_180);
  const dispute = { state: "open", money: { amount: 80_000, currency: "MXN" }, reason: "fraudulent" } as const;
  provider.disputes.set(disputed.externalId, dispute);
  await webhook(disputed.externalId, 10, { type: "dispute.updated" });
  await goesToPay(await books(nights["november"]));
  await reconcilePayments(at(990, { kind: "system" }));
  // the rounds of the month's days, and the one after its end
  for (const day of [0, 1, 8, 9, 11]) await deferSales(at(day * DAY + 61, { kind: "system" }));
});

const amount = (cell: string) => (cell === "" ? 0 : Math.round(Number(cell.replace(",", ".")) * 100));
async function filesOf(locale: Locale, format: NumberFormat) {
  const i18n = await i18nFor(locale);
  const ctx = admin(11 * DAY);
  const written = writeMoneyList(ctx, moneyFilterOf(new URLSearchParams("from=2026-11-01&to=2026-11-30")), i18n);
  if (!written.ok) throw new Error(written.reason);
  const money = readCsv(await csvText(written.sheet, format), format);
  const ledger = readCsv(await csvText(ledgerSheet(ctx, "2026-11", i18n.t), format), format);
  return { money, ledger, t: i18n.t };
}
const sumOf = ([head, ...rows]: string[][], column: string, is: (cell: (name: string) => string) => boolean) => {
  const cellOf = (row: string[]) => (name: string) => row[head!.indexOf(name)]!;
  return rows.filter((row) => is(cellOf(row))).reduce((sum, row) => sum + amount(cellOf(row)(column)), 0);
};
async function asked(query: string): Promise<number> {
  const { rows } = await database.services.pool.query<{ n: number }>(`select coalesce(${query}, 0)::int as n`);
  return rows[0]!.n;
}
const inNovember = "at >= '2026-11-01T06:00Z' and at < '2026-12-01T06:00Z'";
const booked = (account: string) =>
  asked(`(select sum(amount) from ledger_entries where account = '${account}' and ${inNovember})`);

test.each([
  ["en", "point"],
  ["es", "comma"],
] as const)("in %s, numbers with a %s", async (locale, format) => {
  const { money, ledger, t } = await filesOf(locale, format);
  const any = () => true;
  const column = (name: "in" | "out" | "taken" | "fee" | "net") => sumOf(money, t(`reconciliation.list.${name}`), any);
  const [paidIn, out, taken, fee, net] = [column("in"), column("out"), column("taken"), column("fee"), column("net")];

  // four were paid, one of them went back, one is with a bank, and one who never paid is in no sum
  expect([paidIn, out, taken, fee]).toEqual([320_000, 80_000, 80_000, 4 * 3_180]);
  expect(paidIn).toBe(await asked("(select sum(charged_amount) from payments)"));
  expect(out).toBe(await asked("(select sum(amount) from refunds where status = 'succeeded')"));
  expect(taken).toBe(await asked("(select sum(amount) from disputes where state in ('open', 'lost'))"));
  expect(fee).toBe(await asked("(select sum(fee_amount) from payments)"));
  expect(net).toBe(paidIn - out - taken - fee);

  // the two files agree with each other: what companies hold is what the payments say before fees
  const account = (name: "clearing" | "revenue" | "deferral" | "unearned" | "guest") => {
    const is = (cell: (column: string) => string) =>
      cell(t("reconciliation.ledger.column.account")) === t(`reconciliation.account.${name}`);
    const side = (of: "debit" | "credit") => sumOf(ledger, t(`reconciliation.ledger.column.${of}`), is);
    return side("debit") - side("credit");
  };
  expect(account("clearing")).toBe(paidIn - out - taken);
  for (const name of ["clearing", "revenue", "deferral", "unearned", "guest"] as const)
    expect(account(name), name).toBe(await booked(name));

  // three sales stand; December's is owed, so November earned two of them
  expect(account("revenue")).toBe(-240_000);
  expect([account("deferral"), account("unearned")]).toEqual([80_000, -80_000]);
  expect(account("revenue") + account("deferral")).toBe(-160_000);
});

test("a guest whose bank asks for the money back owes nothing at the door, and nothing was refunded to them", async () => {
  const seen = await readNight(
    { ...admin(20), settings: { ...database.services.settings, RONDA_SEED: "demo" } },
    nights["november"]!,
  );
  if (!seen.ok) throw new Error(seen.reason);
  const [pesos] = seen.night.money!;
  expect(pesos).toMatchObject({ paid: 240_000, refunded: 80_000, disputed: 80_000, owed: 0 });
});
