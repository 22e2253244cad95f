import { beforeAll, describe, expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import type { NumberFormat } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { deferSales } from "#src/modules/sales/booking/defer-sales.server.ts";
import { ledgerSheet } from "#src/modules/books/reconciliation/write-ledger.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { reconcilePayments } from "#src/modules/books/reconciliation/reconcile-payments.server.ts";
import { writeMoved } from "#src/modules/books/reconciliation/write-moved.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText, readCsv } from "#tests/sheets.ts";

// A bookkeeper closes November, and then December, from their two files alone; what the files add up to is what the database says.

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook } = stage;
const DAY = 24 * 60;
/** Midnight in Mexico City between the two months, from noon of the first day on. */
const DECEMBER = 10 * DAY + 12 * 60;
const admin = (minutes: number) => at(minutes, { kind: "user", role: "admin" });
const nights: Record<string, string> = {};
const PRICE = { MXN: 80_000, USD: 4_000 } as const;
const FEE = { MXN: 3_180, USD: 199 } as const;

type Paid = { booking: string; paymentId: string; externalId: string; currency: keyof typeof PRICE };
type Wish = { currency?: keyof typeof PRICE; live?: boolean; minutes?: number };

/** A booking of two that was paid two minutes after it was made; with `live`, in real money. */
async function paid(night: string, { currency = "MXN", live = false, minutes = 0 }: Wish = {}): Promise<Paid> {
  const booking = await books(nights[night]!, { currency }, minutes);
  const { paymentId, externalId } = await goesToPay(booking, minutes);
  if (live) {
    await database.services.db.updateTable("payments").set({ mode: "live" }).where("id", "=", paymentId).execute();
    await database.services.db.updateTable("bookings").set({ test: false }).where("id", "=", booking).execute();
  }
  provider.pays(externalId);
  await webhook(externalId, minutes + 2);
  const charge = { kind: "charge", externalId: `ch_${externalId}`, chargeId: `ch_${externalId}`, paymentId } as const;
  const money = { amount: PRICE[currency], currency };
  provider.movements.push({ ...charge, at: later(minutes + 2), money, fee: { amount: FEE[currency], currency } });
  return { booking, paymentId, externalId, currency };
}

/** Cancelled, and its refund sent, which may be in another month. */
async function goesBack({ booking, currency }: Paid, cancelled: number, sent: number): Promise<string> {
  const expected_refund = { amount_minor: PRICE[currency], currency };
  const done = await cancelBooking(admin(cancelled), { booking_id: booking, token: null, expected_refund });
  expect(done).toMatchObject({ ok: true });
  const [refund] = await stage.refunds(booking);
  await submitRefund(at(sent), refund!.id);
  return refund!.id;
}

/** The guest's bank has asked for the money, or has decided. */
async function disputes({ externalId, currency }: Paid, state: "open" | "won" | "lost", minutes: number) {
  const dispute = { state, money: { amount: PRICE[currency], currency }, reason: "fraudulent" } as const;
  provider.disputes.set(externalId, dispute);
  await webhook(externalId, minutes, { type: "dispute.updated" });
}

let refundedLater: string;
let disputedThere: Paid;
beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  nights["november"] = await addDeparture(db, crawlId, { date: "2026-11-28" });
  nights["december"] = await addDeparture(db, crawlId, { date: "2026-12-12" });
  const { externalId } = await paid("november");
  provider.payouts.push({ id: "po_november", arrives: "2026-11-24", charges: [`ch_${externalId}`] });
  await paid("december");
  await paid("november", { live: true });
  await paid("december", { currency: "USD", live: true });
  await goesBack(await paid("november"), 3, 4);
  await goesBack(await paid("november", { currency: "USD" }), 3, 4);
  // asked for in November, sent in December
  refundedLater = await goesBack(await paid("december"), DECEMBER - 60, DECEMBER + 60);
  await goesBack(await paid("december", { live: true }), DECEMBER - 60, DECEMBER + 60);
  // taken by the bank in November and given back in December; taken in December
  disputedThere = await paid("november");
  await disputes(disputedThere, "open", 10);
  await disputes(await paid("november", { live: true }), "open", DECEMBER + 30);
  const won = await paid("november", { currency: "USD" });
  await disputes(won, "open", 10);
  await disputes(won, "won", DECEMBER + 30);
  // begun in November and paid in December; begun and never paid
  await paid("december", { minutes: DECEMBER - 1 });
  await goesToPay(await books(nights["november"]));
  await reconcilePayments(at(990, { kind: "system" }));
  await reconcilePayments(at(11 * DAY + 990, { kind: "system" }));
  // the rounds of the months' days, and those after their ends
  for (const day of [0, 1, 8, 9, 11, 22, 23]) await deferSales(at(day * DAY + 61, { kind: "system" }));
});

const amount = (cell: string) => (cell === "" ? 0 : Math.round(Number(cell.replace(",", ".")) * 100));
async function filesOf(month: string, locale: Locale, format: NumberFormat) {
  const ctx = { ...admin(43 * DAY), locale };
  const written = await writeMoved(ctx, month);
  if (!written.ok) throw new Error(written.reason);
  const moved = readCsv(await csvText(written.sheet, format), format);
  const ledger = readCsv(await csvText(await ledgerSheet(ctx, month), format), format);
  return { moved, ledger, t: (await i18nFor(locale)).t };
}
type Cells = (column: string) => string;
const sumOf = ([head, ...rows]: string[][], column: string, is: (cell: Cells) => boolean) => {
  const cellOf = (row: string[]) => (name: string) => row[head!.indexOf(name)]!;
  return rows.filter((row) => is(cellOf(row))).reduce((sum, row) => sum + amount(cellOf(row)(column)), 0);
};

const MONTHS = {
  "2026-11": ["2026-11-01T06:00Z", "2026-12-01T06:00Z"],
  "2026-12": ["2026-12-01T06:00Z", "2027-01-01T06:00Z"],
} as const;

/** What the database says of a month in a currency, of practice or real money. */
async function request(month: keyof typeof MONTHS, currency: string, practice: boolean) {
  const [from, until] = MONTHS[month];
  const one = async (query: string): Promise<number> => {
    const { rows } = await database.services.pool.query<{ n: number }>(`select coalesce((${query}), 0)::int as n`, [
      from,
      until,
      currency,
      practice,
    ]);
    return rows[0]!.n;
  };
  const of = "b.test = $4 and";
  const isIn = (column: string) => `${column} >= $1 and ${column} < $2`;
  return {
    in: await one(`select sum(p.charged_amount) from payments p join bookings b on b.id = p.purchase_id
      where ${of} p.charged_currency = $3 and ${isIn("p.settled_at")}`),
    fee: await one(`select sum(p.fee_amount) from payments p join bookings b on b.id = p.purchase_id
      where ${of} p.fee_currency = $3 and ${isIn("p.settled_at")}`),
    refunded: await one(`select sum(r.amount) from refunds r join bookings b on b.id = r.purchase_id
      where ${of} r.currency = $3 and r.status = 'succeeded' and ${isIn("r.succeeded_at")}`),
    taken: await one(`select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
      join bookings b on b.id = p.purchase_id where ${of} d.currency = $3 and ${isIn("d.opened_at")}`),
    returned: await one(`select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
      join bookings b on b.id = p.purchase_id where ${of} d.currency = $3 and d.state = 'won' and ${isIn("d.closed_at")}`),
    account: (account: string) =>
      one(`select sum(amount) from ledger_entries where account = '${account}' and currency = $3 and test = $4
        and ${isIn("at")}`),
  };
}

const READERS = [
  ["en", "point"],
  ["es", "comma"],
] as const;
const FAMILIES = [
  ["MXN", true],
  ["USD", true],
  ["MXN", false],
  ["USD", false],
] as const;

describe.each(READERS)("in %s, numbers with a %s", (locale, format) => {
  test.each(FAMILIES)(
    "%s, practice %s: the files of each month say what the database says",
    async (currency, practice) => {
      for (const month of ["2026-11", "2026-12"] as const) {
        const { moved, ledger, t } = await filesOf(month, locale, format);
        const isOurs = (cell: Cells) =>
          cell(t("reconciliation.list.currency")) === currency &&
          (cell(t("reconciliation.list.test")) !== "") === practice;
        const column = (name: "in" | "out" | "fee" | "net") => sumOf(moved, t(`reconciliation.list.${name}`), isOurs);
        const result = await request(month, currency, practice);
        expect(column("in"), `${month} in`).toBe(result.in + result.returned);
        expect(column("out"), `${month} out`).toBe(result.refunded + result.taken);
        expect(column("fee"), `${month} fee`).toBe(result.fee);
        const ofPayout = (cell: Cells) => isOurs(cell) && cell(t("reconciliation.list.payout")) === "po_november";
        const inPayout = month === "2026-11" && currency === "MXN" && practice ? 80_000 : 0;
        expect(sumOf(moved, t("reconciliation.list.in"), ofPayout), `${month} payout`).toBe(inPayout);
        expect(column("net"), `${month} net`).toBe(column("in") - column("out") - column("fee"));
        const account = (name: "clearing" | "revenue" | "deferral" | "unearned" | "guest") => {
          const is = (cell: Cells) =>
            cell(t("reconciliation.ledger.column.account")) === t(`reconciliation.account.${name}`) &&
            cell(t("reconciliation.ledger.column.currency")) === currency &&
            (cell(t("reconciliation.ledger.column.test")) !== "") === practice;
          const side = (of: "debit" | "credit") => sumOf(ledger, t(`reconciliation.ledger.column.${of}`), is);
          return side("debit") - side("credit");
        };
        // the two files agree with each other: what companies hold is what moved, before fees
        expect(account("clearing"), `${month} clearing`).toBe(column("in") - column("out"));
        for (const name of ["clearing", "revenue", "deferral", "unearned", "guest"] as const)
          expect(account(name), `${month} ${name}`).toBe(await result.account(name));
      }
    },
  );
});

test("a refund is of the month in which it was sent, though it was asked for in the one before", async () => {
  const [november, december] = [await request("2026-11", "MXN", true), await request("2026-12", "MXN", true)];
  expect([november.in, november.refunded, november.taken, november.returned]).toEqual([400_000, 80_000, 80_000, 0]);
  expect([december.in, december.refunded, december.taken]).toEqual([80_000, 80_000, 0]);
  // what is written about it later doesn't move it
  await database.services.db
    .updateTable("refunds")
    .set({ updated_at: later(60 * DAY), waits: null })
    .where("id", "=", refundedLater)
    .execute();
  expect(await request("2026-12", "MXN", true)).toMatchObject({ refunded: 80_000 });
  // November earned the sales that stand, of nights that were held
  expect((await november.account("revenue")) + (await november.account("deferral"))).toBe(-160_000);
});

test("the books agree with bookings, payments and refunds", async () => {
  expect(await checkLedger(at(43 * DAY, { kind: "system" }))).toBe(0);
});

test("a guest whose bank asks for the money back owes nothing at the door, and nothing was refunded to them", async () => {
  const night = nights["november"]!;
  const snapshot = await readNight(
    { ...admin(20), settings: { ...database.services.settings, RONDA_SEED: "demo" } },
    night,
  );
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const pesos = snapshot.night.money!.find(({ currency }) => currency === "MXN");
  // one of them is real money, which the demo counts too
  expect(pesos).toMatchObject({ refunded: 80_000, disputed: 160_000, owed: 0 });
});
