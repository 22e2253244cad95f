import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSeed } from "#db/seeds/load.ts";
import { PAGES } from "#src/access.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { NumberFormat } from "#src/kernel/sheet.ts";
import { countSales } from "#src/modules/office/reports/count-sales.server.ts";
import { CHARTS } from "#src/modules/office/reports/schema.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import { audit as writeAudit } from "#src/platform/audit.server.ts";
import { type Context, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { recordOfficeMove } from "#src/modules/evening/till/record-office-move.server.ts";
import { undoOfficeMove } from "#src/modules/evening/till/undo-office-move.server.ts";
import { action, loader } from "#src/routes/admin/export.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addRule, ruleOf } from "#tests/price-rule.ts";
import { addAccount } from "#tests/signed-in.ts";
import { readCsv } from "#tests/sheets.ts";

// Every list that leaves the house as a file, in both languages and both ways to write numbers, out of a year of the demo business.

const database = freshDatabase({ DEMO_YEAR: "true", RONDA_SEED: "demo", PAYMENTS_MODE: "sandbox" });
let actor: Context["actor"];
let ids: { night: string; bar: string; partner: string };
/** A file that is to be imported. */
const draft = randomUUID();

beforeAll(async () => {
  const { db, settings } = database.services;
  await loadSeed(db, settings, NOON);
  const admin = await addAccount(db, { role: "admin", secondFactor: true });
  actor = { ...database.ctx().actor, kind: "user", userId: admin.id, email: admin.email, role: "admin" };
  const ctx = database.ctx({ actor });
  await logAccess(db, ctx, { kind: "download", outcome: "done", subject: "=cmd" });
  const changes = { total_spots: [10, 12], language: ["en", "es"] } as Record<string, [unknown, unknown]>;
  await writeAudit(db, ctx, { action: "departure.capacity_changed", subject: ["departure", randomUUID()], changes });
  const consent = { visitor: randomUUID(), decision: "granted", text_version: "1", language: "es", site_tag: "cdmx" };
  await db
    .insertInto("consents")
    .values({ id: randomUUID(), at: NOON, ...consent })
    .execute();
  await db
    .insertInto("emails")
    .values({
      dedupe_key: "a",
      kind: "booking_confirmation",
      language: "es",
      recipient: "ana@guest.test",
      created_at: NOON,
    })
    .execute();
  const visit = { day: "2026-11-20", device: "phone", language: "es", source: "search", test: true, count: 7 };
  await db
    .insertInto("funnel_days")
    .values({ ...visit, step: "saw" })
    .execute();
  const rule = { people_from: 99, weekdays: [4, 5], date_from: "2026-12-01" };
  const price_rule = JSON.stringify(ruleOf({ ...rule, id: await addRule(db, rule) }));
  await db.updateTable("bookings").set({ price_rule }).where("status", "=", "confirmed").execute();
  await addTill();
  const file = new File(["Name,Email\n=Ana,ana at guest\nBea,bea@guest.test"], "customers.csv");
  const upload = await startImport(ctx, { key: draft, kind: "customers", source: "Other", file });
  if (!upload.ok) throw new Error(upload.reason);
  await bringToBank(ctx);
  const [line] = [await db.selectFrom("commission_lines").select("partner_id").limit(1).executeTakeFirstOrThrow()];
  const busy = await db
    .selectFrom("bookings")
    .select("scheduled_crawl_id as id")
    .where("status", "=", "confirmed")
    // the currency of the chart
    .where("currency", "=", "MXN")
    .where("scheduled_crawl_id", "is not", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const bar = await db.selectFrom("bars").select("id").limit(1).executeTakeFirstOrThrow();
  const addOn = await db.selectFrom("add_ons").select("id").limit(1).executeTakeFirstOrThrow();
  const buyer = await db
    .selectFrom("bookings")
    .select("id as booking_id")
    .where("status", "=", "confirmed")
    .where("confirmed_at", "<", NOON)
    .orderBy("confirmed_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("booking_add_ons")
    .values({ ...buyer, add_on_id: addOn.id, quantity: 2, amount: 50_000, per_person: false })
    .execute();
  const request = {
    people: 2,
    first_name: "=cmd",
    email: "eva@guest.test",
    language: "es",
    site_tag: "cdmx",
    test: true,
  };
  await db
    .insertInto("waiting_entries")
    .values({ departure_id: busy.id, ...request, currency: "MXN", unit_price: 40_000, asked_at: NOON })
    .execute();
  await db
    .insertInto("gift_cards")
    .values({
      order_key: randomUUID(),
      reference: "GFT-222222",
      state: "live",
      currency: "MXN",
      amount: 100_000,
      site_tag: "cdmx",
      language: "es",
      buyer_name: "=cmd",
      buyer_email: "eva@guest.test",
      receiver_name: "=SUM(A1)",
      receiver_email: "eva@guest.test",
      send_at: NOON,
      test: true,
      created_at: NOON,
      paid_at: NOON,
    })
    .execute();
  const asker = { name: "=cmd", email: "eva@guest.test", phone: "=1+1", language: "es", site_tag: "cdmx" };
  await db
    .insertInto("group_requests")
    .values({ form_key: randomUUID(), ...asker, people: 30, occasion: "trip", words: "@SUM(A1)", created_at: NOON })
    .execute();
  ids = { night: busy.id, bar: bar.id, partner: line.partner_id };
  await refundedMoreThanSold(busy.id);
  await askForInvoice();
  await countSales(database.services, { whole: true });
});

async function askForInvoice(): Promise<void> {
  const { db } = database.services;
  const paid = await db.selectFrom("receipts").select("purchase_id as booking_id").limit(1).executeTakeFirstOrThrow();
  const recipient = {
    rfc: "NUSO900101AB1",
    legal_name: "=SOFÍA",
    tax_regime: "612",
    postal_code: "06700",
    cfdi_use: "G03",
  };
  await db
    .insertInto("invoice_requests")
    .values({ ...paid, ...recipient, email: "sofia@guest.test", created_at: NOON, updated_at: NOON })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** A counted till that was short. */
async function addTill(): Promise<void> {
  const { db } = database.services;
  const city = await db.selectFrom("cities").select("id").limit(1).executeTakeFirstOrThrow();
  const till = { id: randomUUID(), city_id: city.id, night: "2026-11-19", test: true };
  await db
    .insertInto("tills")
    .values({ ...till, opened_at: NOON, user_id: actor.userId })
    .execute();
  const count = { till_id: till.id, round: 1, currency: "MXN", expected: 50_000, counted: 49_950, reason: "-1 coin" };
  await db
    .insertInto("till_counts")
    .values({ ...count, at: NOON })
    .execute();
  const float = { till_id: till.id, kind: "float", currency: "MXN", amount: 50_000, at: NOON };
  await db.insertInto("till_lines").values(float).execute();
  await db.updateTable("tills").set({ state: "counted", counted_at: NOON }).where("id", "=", till.id).execute();
}

/** Cash that was taken to the bank, and some that wasn't after all. */
async function bringToBank(ctx: Context): Promise<void> {
  const move = {
    kind: "banked",
    currency: "MXN",
    day: "2026-11-20",
    bar_id: null,
    month: null,
    receipt: "77",
  } as const;
  for (const [key, amount] of [[randomUUID(), 30_000] as const, [randomUUID(), 50] as const])
    expect(await recordOfficeMove(ctx, { ...move, key, amount, note: "-1 coin" })).toEqual({ ok: true });
  const { id } = await database.services.db.selectFrom("office_moves").select("id").limit(1).executeTakeFirstOrThrow();
  expect(await undoOfficeMove(ctx, { id })).toEqual({ ok: true });
}

/** More was taken back today than sold, so that the chart's revenue of today is below zero. */
async function refundedMoreThanSold(departure: string): Promise<void> {
  const { db } = database.services;
  const booking = await db
    .selectFrom("bookings")
    .select(["id", "currency"])
    .where("scheduled_crawl_id", "=", departure)
    .where("status", "=", "confirmed")
    .where("currency", "=", "MXN")
    .limit(1)
    .executeTakeFirstOrThrow();
  const entry = { posting: "below-zero", kind: "sale_taken_back", at: NOON, purchase_id: booking.id, test: true };
  const amount = 9_000_000_00;
  await db
    .insertInto("ledger_entries")
    .values([
      { ...entry, line: 0, account: "revenue", amount, currency: booking.currency },
      { ...entry, line: 1, account: "guest", amount: -amount, currency: booking.currency },
    ])
    .execute();
}

type ExportRequest = { context: RouterContextProvider; pattern: string; request: Request; params: object };
type Handler = (input: never) => Promise<Response>;
const ALL = new URLSearchParams({ all: "1", query: "", ids: "" });
type File = { handler?: unknown; path: string; address?: () => string; params?: () => object; body?: URLSearchParams };

/** One row for each file, by its address in `src/access.ts`. */
const FILES: File[] = [
  { path: "/admin/access/log.csv" },
  { path: "/admin/audit/log.csv" },
  { path: "/admin/bookings/export.csv", handler: action, body: ALL },
  ...CHARTS.map((name) => ({
    path: "/admin/dashboard/chart.csv",
    address: () => `/admin/dashboard/chart.csv?chart=${name}&period=30d`,
  })),
  { path: "/admin/consents/log.csv" },
  { path: "/admin/add-ons/sold.csv" },
  { path: "/admin/affiliates/partners.csv" },
  { path: "/admin/coupons/coupons.csv" },
  { path: "/admin/price-rules/price-rules.csv" },
  { path: "/admin/earnings/earnings.csv", address: () => "/admin/earnings/earnings.csv?period=90d" },
  { path: "/admin/emails/log.csv" },
  { path: "/admin/gift-cards/cards.csv" },
  { path: "/admin/groups/requests.csv" },
  { path: "/admin/guides/month.csv" },
  { path: "/admin/import/:id/errors.csv", params: () => ({ id: draft }) },
  { path: "/admin/import/bookings.csv" },
  { path: "/admin/import/customers.csv" },
  { path: "/admin/languages/texts.csv" },
  { path: "/admin/nights/:id/list.csv", params: () => ({ id: ids.night }) },
  { path: "/admin/nights/:id/waiting-list.csv", params: () => ({ id: ids.night }) },
  { path: "/admin/payments/all.csv" },
  {
    path: "/admin/payments/ledger.csv",
    address: () => "/admin/payments/ledger.csv?month=2026-11",
  },
  {
    path: "/admin/invoices/requests.csv",
    address: () => "/admin/invoices/requests.csv?view=all",
  },
  {
    path: "/admin/payments/moved.csv",
    address: () => "/admin/payments/moved.csv?month=2026-11",
  },
  {
    path: "/admin/invoices/receipts.csv",
    address: () => "/admin/invoices/receipts.csv?month=2026-11&of=all&practice=1",
  },
  { path: "/admin/bars/:id/settlement.csv", params: () => ({ id: ids.bar }) },
  { path: "/admin/schedule/departures.csv" },
  {
    path: "/admin/affiliates/statements/:partnerId/:month/statement.csv",
    params: () => ({ partnerId: ids.partner, month: "2026-10" }),
  },
  { path: "/admin/affiliates/statements/payouts.csv" },
  { path: "/admin/tills/tills.csv" },
  { path: "/admin/tills/office.csv" },
];

/** The file as a reader gets it who chose how numbers are written. */
async function take({ handler = loader, path, address, params, body }: File, locale: Locale, format: NumberFormat) {
  await database.services.db
    .insertInto("profiles")
    .values({ id: actor.userId!, number_format: format })
    .onConflict((c) => c.column("id").doUpdateSet({ number_format: format }))
    .execute();
  const context = new RouterContextProvider();
  const ctx = database.ctx({ actor, locale, now: NOON });
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(actor) } as unknown as RequestContext);
  const inLanguage = (page: string) => localizedPath(page, locale);
  const url = `http://ronda.test${inLanguage(address?.() ?? path)}`;
  const request = new Request(url, body ? { method: "POST", body } : {});
  const wish = { context, pattern: inLanguage(path), request, params: params?.() ?? {} } satisfies ExportRequest;
  const answer = await (handler as Handler)(wish as never);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([bytes[0], bytes[1], bytes[2]], "a byte order mark").toEqual([0xef, 0xbb, 0xbf]);
  return readCsv(new TextDecoder().decode(bytes), format);
}

/** Texts that are codes by themselves: addresses, ids, hashes and what guests and staff typed. */
const MAY_BE_THE_SAME = new Set(["/admin/languages/texts.csv"]);
const CODE = /^[a-z]+(?:_[a-z]+)+$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

test("one place writes CSV", () => {
  const ours = fs.globSync("src/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const writers = ours.filter((file) => /\bcsvLine\(/.test(fs.readFileSync(file, "utf8")));
  expect(writers).toEqual(["src/platform/write-csv.server.ts"]);
});

test("each list that is a file has its row here", () => {
  const csvs = Object.keys(PAGES).filter((page) => page.endsWith(".csv"));
  expect([...new Set(FILES.map(({ path }) => path))].toSorted()).toEqual(csvs.toSorted());
});

test("what is audited is asked for by a form, everything else without one", async () => {
  const [posted, read] = ["/admin/bookings/export.csv", "/admin/coupons/coupons.csv"] as const;
  await expect(take({ path: posted }, "en", "point")).rejects.toMatchObject({
    init: { status: 405, headers: { allow: "POST" } },
  });
  await expect(take({ path: read, handler: action, body: ALL }, "en", "point")).rejects.toMatchObject({
    init: { status: 405, headers: { allow: "GET" } },
  });
});

describe.each(FILES)("$path", (file) => {
  test("is read as meant by spreadsheets of either kind, in both languages", async () => {
    const [en, es, comma] = [
      await take(file, "en", "point"),
      await take(file, "es", "point"),
      await take(file, "es", "comma"),
    ];
    const [head, ...rows] = en;
    for (const lines of [en, es, comma]) {
      expect(lines.length, "as many rows in either language").toBe(en.length);
      expect(lines.filter((line) => line.length !== head!.length)).toEqual([]);
    }
    // one sheet, whatever separates its cells
    const asPoint = (cell: string) => (/^-?\d+,\d+$/.test(cell) ? cell.replace(",", ".") : cell);
    expect(comma.map((line) => line.map(asPoint))).toEqual(es.map((line) => line.map(asPoint)));
    for (const cell of new Set([...rows, ...es.slice(1)].flat())) {
      expect(cell, "an ISO instant is text to a spreadsheet").not.toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(cell, "a number stays one").not.toMatch(/^'[-+]?\d+(?:[.,]\d+)?$/);
      expect(cell, "a code for the machine").not.toMatch(CODE);
      expect(cell, "nothing of the program").not.toMatch(/undefined|\[object|NaN|Infinity/);
    }
    if (MAY_BE_THE_SAME.has(file.path)) return;
    expect(es[0]).not.toEqual(head);
    for (const name of head!) expect(name, "a heading in words").toMatch(/^\p{Lu}[^_]*$/u);
  });
});

test("there is something in each file", async () => {
  const empty: string[] = [];
  for (const file of FILES) if ((await take(file, "en", "point")).length < 2) empty.push(file.address?.() ?? file.path);
  expect(empty).toEqual(["/admin/bars/:id/settlement.csv"]);
});

const cellsOf = (lines: string[][], heading: string): string[] => {
  const at = lines[0]!.indexOf(heading);
  expect(at, `${heading} in ${lines[0]!.join("|")}`).toBeGreaterThanOrEqual(0);
  return lines.slice(1).map((line) => line[at]!);
};
const fileOf = (path: string) => FILES.find((file) => file.path === path)!;

test("what was taken back beyond the sales is a number below zero", async () => {
  const sales = FILES.find(({ address }) => address?.().includes("chart=sales"))!;
  for (const [format, below] of [
    ["point", /^-\d+\.\d\d$/],
    ["comma", /^-\d+,\d\d$/],
  ] as const) {
    const revenue = (await take(sales, "en", format)).slice(1).map((line) => line[2]!);
    expect(revenue.filter((cell) => below.test(cell))).not.toEqual([]);
  }
});

test("a percentage is of no currency, an amount is of one", async () => {
  const lines = await take(fileOf("/admin/coupons/coupons.csv"), "en", "point");
  const [values, currencies] = [cellsOf(lines, "Value"), cellsOf(lines, "Currency")];
  const [minima, maxima] = [cellsOf(lines, "Minimum purchase"), cellsOf(lines, "Maximum discount")];
  const kinds = new Set<string>();
  for (const [i, value] of values.entries()) {
    const isPercentage = value.endsWith("%");
    kinds.add(isPercentage ? "percentage" : "amount");
    if (!isPercentage) expect(value).toMatch(NUMBER);
    expect(currencies[i] !== "", lines[i + 1]!.join("|")).toBe(!isPercentage || minima[i] !== "" || maxima[i] !== "");
  }
  expect([...kinds].toSorted()).toEqual(["amount", "percentage"]);
});
