import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listReceipts, writeReceipts } from "#src/modules/books/invoices/list-receipts.server.ts";
import { refuseInvoice } from "#src/modules/books/invoices/refuse-invoice.server.ts";
import { requestInvoice } from "#src/modules/books/invoices/request-invoice.server.ts";
import { type ReceiptFilter, receiptFilterOf } from "#src/modules/books/invoices/rules/receipt-list.ts";
import { receiptLines } from "#src/modules/books/invoices/store/receipts.server.ts";
import { taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import { issueReceipt } from "#src/modules/books/receipts/issue-receipt.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const DAY_MS = 86_400_000;
const daysOn = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const staff = (role = "manager"): Context => database.ctx({ actor: { kind: "user", role } });

type Sale = { amount: number; currency?: "MXN" | "USD"; practice?: boolean; days?: number };

/** A booking that is paid some days after noon, with its receipt. */
async function sold({ amount, currency = "MXN", practice = false, days = 0 }: Sale): Promise<string> {
  const ctx = database.ctx({ now: daysOn(days) });
  const id = await bookDeparture(ctx, { total_price: amount, currency, test: practice });
  const payment = await database.services.db
    .insertInto("payments")
    .values({
      purchase_id: id,
      attempt: 1,
      provider: "stripe",
      method: "card",
      mode: practice ? "sandbox" : "live",
      amount,
      currency,
      status: "succeeded",
      expires_at: ctx.now,
      settled_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.services.db.transaction().execute((tx) => issueReceipt(ctx, tx, { paymentId: payment.id }));
  return id;
}

async function givesBack(booking: string, amounts: readonly number[], days: number): Promise<void> {
  const [payment] = await database.services.db
    .selectFrom("payments")
    .select(["id", "currency"])
    .where("purchase_id", "=", booking)
    .execute();
  for (const [index, amount] of amounts.entries())
    await database.services.db
      .insertInto("refunds")
      .values({
        payment_id: payment!.id,
        purchase_id: booking,
        amount,
        currency: payment!.currency,
        reason: "goodwill",
        status: "succeeded",
        idempotency_key: `${booking} ${days} ${index}`,
        succeeded_at: daysOn(days),
      })
      .execute();
}

const asks = (id: string) =>
  requestInvoice(database.ctx({ actor: { kind: "user", role: "support" } }), {
    rfc: "NUSO900101AB1",
    legal_name: "SOFÍA NÚÑEZ",
    tax_regime: "612",
    postal_code: "06700",
    cfdi_use: "G03",
    email: "factura@guest.test",
    booking_id: id,
    token: null,
  });
const listed = async (over: Partial<ReceiptFilter> = {}) => {
  const list = await listReceipts(staff(), { period: "2026-11", of: "global", practice: false, ...over });
  if (!list.ok) throw new Error(list.reason);
  return list;
};
const totals = async (over: Partial<ReceiptFilter> = {}) =>
  (await listed(over)).sums.map(({ currency, sales, refunds, left }) => [
    currency,
    sales.total,
    refunds.total,
    left.total,
  ]);

async function losesDispute(booking: string, amount: number, days: number, state: "lost" | "open" | "won" = "lost") {
  const payment = await database.services.db
    .selectFrom("payments")
    .select(["id", "currency"])
    .where("purchase_id", "=", booking)
    .executeTakeFirstOrThrow();
  await database.services.db
    .insertInto("disputes")
    .values({
      payment_id: payment.id,
      external_id: `dp ${days} ${state}`,
      state,
      amount,
      currency: payment.currency,
      reason: "fraudulent",
      opened_at: daysOn(days - 3),
      closed_at: state === "open" ? null : daysOn(days),
    })
    .execute();
}

const bookings: Record<"plain" | "asked" | "refused" | "dollars", string> = {
  plain: "",
  asked: "",
  refused: "",
  dollars: "",
};
beforeAll(async () => {
  bookings.plain = await sold({ amount: 64_000 });
  bookings.asked = await sold({ amount: 80_000 });
  bookings.refused = await sold({ amount: 50_000 });
  bookings.dollars = await sold({ amount: 4001, currency: "USD" });
  // the same in practice, with a request as well
  await sold({ amount: 99_900, practice: true });
  await asks(await sold({ amount: 77_700, practice: true }));
  // another month: 05:59 UTC on 1 December is still November at home, a minute later isn't
  await sold({ amount: 11_100, days: (Date.UTC(2026, 11, 1, 5, 59) - NOON.getTime()) / DAY_MS });
  await sold({ amount: 22_200, days: (Date.UTC(2026, 11, 1, 6, 0) - NOON.getTime()) / DAY_MS });
  for (const id of [bookings.asked, bookings.refused]) expect(await asks(id)).toEqual({ ok: true });
  await refuseInvoice(staff(), { booking_id: bookings.refused, refusal: "The RFC doesn't exist" });
  await givesBack(bookings.dollars, [1333, 1334], 1);
  await givesBack(bookings.dollars, [1334], 12);
  await givesBack(bookings.asked, [10_000], 1);
});

test("the month of everybody who didn't ask: without those who did, without practice, currencies apart", async () => {
  const pesos = 64_000 + 50_000 + 11_100;
  expect(await totals()).toEqual([
    ["MXN", pesos, 0, pesos],
    ["USD", 4001, 2667, 1334],
  ]);
  expect(await totals({ of: "all" })).toEqual([
    ["MXN", pesos + 80_000, 10_000, pesos + 70_000],
    ["USD", 4001, 2667, 1334],
  ]);
  expect(await totals({ practice: true })).toEqual([["MXN", 99_900, 0, 99_900]]);
  expect(await totals({ practice: true, of: "all" })).toEqual([["MXN", 177_600, 0, 177_600]]);
  expect(await totals({ period: "2026-11-30" })).toEqual([["MXN", 11_100, 0, 11_100]]);
  // what is given back later is of when it was, and with what went before it is the whole receipt
  expect(await totals({ period: "2026-12" })).toEqual([
    ["MXN", 22_200, 0, 22_200],
    ["USD", 0, 1334, -1334],
  ]);
  const [november, december] = [await listed(), await listed({ period: "2026-12" })];
  const dollars = [november, december].flatMap(({ sums }) => sums.filter(({ currency }) => currency === "USD"));
  expect(dollars.reduce((sum, { left }) => sum + left.tax, 0)).toBe(0);
  expect(dollars.reduce((sum, { leftPesos }) => sum + leftPesos.total, 0)).toBe(0);
});

test("every line is the receipt's own: its folio, its tax, its sums, in the file too", async () => {
  const written = await writeReceipts(staff(), { period: "2026-11", of: "all", practice: false });
  if (!written.ok) throw new Error(written.reason);
  const text = await csvText(written.sheet);
  const rows = text.trimEnd().split("\r\n").slice(1);
  const { lines, count } = await listed({ of: "all" });
  expect([rows.length, lines.length]).toEqual([count, count]);
  const [receipt] = await receiptsOf(staff(), bookings.asked);
  const { folio, amount, tax_amount: tax } = receipt!;
  const amounts = [amount - tax, tax, amount].map((one) => (one / 100).toFixed(2)).join(",");
  const own = rows.filter((row) => row.includes(`,${folio},`));
  expect(own[0]).toContain('"04 Credit card, or 28 if it was a debit card",PUE,');
  expect(own[0]).toContain(`2026-11-20 12:00:00,Receipt,${folio},`);
  expect(own[0]).toContain(`,MXN,${amounts},${amounts},,,,,,,Requested,`);
  expect(own[1]).toContain(`,MXN,,,,,,,86.21,13.79,100.00,86.21,13.79,100.00,Requested,`);
});

test("a file of several pages has every line once", async () => {
  const { db } = database.services;
  const { lines } = await listed({ of: "all" });
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  // a time that JavaScript can't hold: microseconds
  await sql`update refunds set succeeded_at = succeeded_at + interval '456 microseconds'`.execute(db);
  const after = lines.find(({ kind }) => kind === "refund")!.id;
  const wish = { from: daysOn(-30), until: daysOn(60), practice: false, global: false };
  const ids: string[] = [];
  for (let last: string | null = null; ;) {
    const page = await receiptLines(db, wish, { after: last, limit: 1 });
    if (page.length === 0) break;
    ids.push(page[0]!.id);
    last = page[0]!.id;
  }
  expect([ids.length, new Set(ids).size, ids.includes(after)]).toEqual([lines.length + 2, lines.length + 2, true]);
});

test("only who may read money reads it", async () => {
  const filter = receiptFilterOf(new URLSearchParams(), NOON);
  expect(await listReceipts(staff("guide"), filter)).toMatchObject({ reason: "forbidden" });
  expect(await writeReceipts(staff("guide"), filter)).toMatchObject({ reason: "forbidden" });
});

/** What receipts of a period come to by SQL alone, in the order of `totals`. */
async function bySql(month: string, practice: boolean) {
  const { rows } = await database.services.pool.query<{ currency: string; sold: number; back: number }>(
    `with times as (select ($1 || '-01')::timestamp at time zone 'America/Mexico_City' as first,
        (($1 || '-01')::timestamp + interval '1 month') at time zone 'America/Mexico_City' as last),
      lines as (
        select r.currency, r.amount as sold, 0 as back from receipts r, times t
          where r.test = $2 and r.issued_at >= t.first and r.issued_at < t.last
        union all select r.currency, 0, f.amount from refunds f join receipts r using (payment_id), times t
          where r.test = $2 and f.status = 'succeeded' and f.succeeded_at >= t.first and f.succeeded_at < t.last
        union all select r.currency, 0, d.amount from disputes d join receipts r using (payment_id), times t
          where r.test = $2 and d.state = 'lost' and d.closed_at >= t.first and d.closed_at < t.last)
      select currency, sum(sold)::int as sold, sum(back)::int as back from lines group by currency order by currency`,
    [month, practice],
  );
  return rows.map((row) => [row.currency, row.sold, row.back, row.sold - row.back]);
}

test("what a bank took back for good counts no more, in whole or in part, in both currencies, live and in practice", async () => {
  for (const practice of [false, true])
    for (const currency of ["MXN", "USD"] as const) {
      const [lost, partly, open, won] = await Promise.all(
        [1, 2, 3, 4].map(async () => sold({ amount: 80_000, currency, practice, days: 62 })),
      );
      await losesDispute(lost!, 80_000, 66);
      await givesBack(partly!, [30_000], 64);
      await losesDispute(partly!, 10_000, 67);
      // what a bank hasn't decided, or has decided for us, stays
      await losesDispute(open!, 80_000, 66, "open");
      await losesDispute(won!, 80_000, 66, "won");
    }
  const january = { period: "2027-01" };
  const left = 4 * 80_000 - 80_000 - 40_000;
  for (const practice of [false, true]) {
    expect(await totals({ ...january, practice })).toEqual([
      ["MXN", 320_000, 120_000, left],
      ["USD", 320_000, 120_000, left],
    ]);
    for (const month of ["2026-11", "2026-12", "2027-01"])
      expect(await totals({ period: month, of: "all", practice }), month).toEqual(await bySql(month, practice));
  }
  const { lines } = await listed(january);
  expect(lines.filter(({ kind }) => kind === "lost").map(({ own }) => own.total)).toEqual(
    expect.arrayContaining([80_000, 10_000]),
  );
  // what is left stands beside how it was paid
  expect((await listed(january)).sums.map(({ forms }) => forms)).toEqual(
    [left, left].map((amount) => [{ form: "04", amount }]),
  );
  // the tax in what is lost isn't owed either
  const [pesos] = (await listed(january)).sums;
  expect(pesos!.left.tax).toBe(2 * taxWithin(80_000, 16) + taxWithin(40_000, 16));
});

test("what went back twice is taken off once: a receipt can't come to less than nothing", async () => {
  const id = await sold({ amount: 80_000, days: 93 });
  await givesBack(id, [50_000], 94);
  await losesDispute(id, 80_000, 95);
  await givesBack(id, [30_000], 96);
  expect(await totals({ period: "2027-02" })).toEqual([["MXN", 80_000, 80_000, 0]]);
});
