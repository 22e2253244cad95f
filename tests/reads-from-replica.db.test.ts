import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { audit as writeAudit } from "#src/platform/audit.server.ts";
import { type Context, fromReplica, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import * as access from "#src/routes/admin/access-csv.ts";
import * as partners from "#src/routes/admin/affiliates-csv.ts";
import * as audit from "#src/routes/admin/audit-csv.ts";
import * as bookings from "#src/routes/admin/bookings-export.ts";
import * as chart from "#src/routes/admin/chart-csv.ts";
import * as consents from "#src/routes/admin/consents-csv.ts";
import * as coupons from "#src/routes/admin/coupons-csv.ts";
import * as dashboard from "#src/routes/admin/dashboard.tsx";
import * as emails from "#src/routes/admin/emails-csv.ts";
import * as guides from "#src/routes/admin/guides-csv.ts";
import * as ledger from "#src/routes/admin/ledger-csv.ts";
import * as list from "#src/routes/admin/bookings.tsx";
import * as log from "#src/routes/admin/audit.tsx";
import * as moved from "#src/routes/admin/moved-csv.ts";
import * as office from "#src/routes/admin/office-csv.ts";
import * as payments from "#src/routes/admin/payments-csv.ts";
import * as payouts from "#src/routes/admin/payouts-csv.ts";
import * as invoices from "#src/routes/admin/invoices-csv.ts";
import * as receipts from "#src/routes/admin/receipts-csv.ts";
import * as tills from "#src/routes/admin/tills-csv.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// Who reads from the replica, by one that has no table at all: what reads there fails, and what doesn't doesn't notice.

const database = freshDatabase();
let bare: Db;
let actor: Context["actor"];
let departure: string;

beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { db } = database.services;
  departure = await addDeparture(db, (await seedMinimal(db)).crawlId);
  const admin = await addAccount(db, { role: "admin", secondFactor: true });
  actor = { ...database.ctx().actor, kind: "user", userId: admin.id, email: admin.email, role: "admin" };
  const url = new URL(database.url);
  url.pathname = "/template1";
  bare = openDb(openPool(url.href, 1, { readOnly: true }));
});
afterAll(() => bare.destroy());

type Asked = { context: RouterContextProvider; request: Request; params: object };
type Handler = (asked: never) => unknown;

/** What a route says to an admin of ours, read to its end. */
async function answer(handler: Handler, address: string, { readDb, body }: { readDb?: Db; body?: URLSearchParams }) {
  const ctx = database.ctx({ actor, ...(readDb ? { readDb } : {}) });
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(actor) } as unknown as RequestContext);
  const request = new Request(`http://ronda.test/admin${address}`, body ? { method: "POST", body } : {});
  const asked: Asked = { context, request, params: {} };
  const said = await handler(asked as never);
  return said instanceof Response ? said.text() : said;
}

const ALL = new URLSearchParams({ all: "1", query: "", ids: "" });
const FILES: [string, Handler, string, URLSearchParams?][] = [
  ["bookings as CSV", bookings.action, "/bookings/export.csv", ALL],
  ["bookings as XLSX", bookings.action, "/bookings/export.xlsx", ALL],
  ["payments", payments.loader, "/payments/all.csv"],
  ["the money that moved", moved.loader, "/payments/moved.csv?month=2026-11"],
  ["the ledger", ledger.loader, "/payments/ledger.csv?month=2026-11"],
  ["emails", emails.loader, "/emails/log.csv"],
  ["the audit log", audit.loader, "/audit/log.csv"],
  ["the access log", access.loader, "/access/log.csv"],
  ["consents", consents.loader, "/consents/log.csv"],
  ["coupons", coupons.loader, "/coupons/coupons.csv"],
  ["partners", partners.loader, "/affiliates/partners.csv"],
  ["requests of invoices", invoices.loader, "/invoices/requests.csv?view=all"],
  ["receipts", receipts.loader, "/invoices/receipts.csv?month=2026-11"],
  ["tills", tills.loader, "/tills/tills.csv"],
  ["the office's cash", office.loader, "/tills/office.csv"],
  ["a month of guides", guides.loader, "/guides/month.csv"],
  ["a chart", chart.loader, "/dashboard/chart.csv?chart=weeks"],
  ["the dashboard's report", dashboard.loader, ""],
];

describe.each(FILES)("%s", (_, handler, address, body) => {
  const more = body ? { body } : {};

  test("come from the replica, and write nothing there", async () => {
    expect(await answer(handler, address, more)).toBeTruthy();
    await expect(answer(handler, address, { ...more, readDb: bare })).rejects.toMatchObject({ code: "42P01" });
  });
});

test("what staff act by at once is the primary's", async () => {
  for (const [handler, address] of [
    [list.loader, "/bookings"],
    [log.loader, "/audit"],
    [payouts.loader, "/affiliates/statements/payouts.csv"],
  ] as [Handler, string][])
    expect(await answer(handler, address, { readDb: bare })).toBeTruthy();
});

test("a sale doesn't know the replica, and nothing could be written through it", async () => {
  const sold = await placeBooking(database.ctx({ readDb: bare }), bookingInput(departure), randomUUID());
  expect(sold).toMatchObject({ ok: true });
  const entry = { action: "bookings.exported", subject: ["bookings", "csv"] } as const;
  const ctx = fromReplica(database.ctx({ actor }));
  await expect(writeAudit(ctx.db, ctx, entry)).rejects.toMatchObject({ code: "25006" });
});

test("an export is audited by the primary, and read from the replica", async () => {
  const exported = () => database.services.db.selectFrom("audit_log").where("action", "=", "bookings.exported");
  const count = async () => (await exported().select("id").execute()).length;
  const before = await count();
  const file = answer(bookings.action, "/bookings/export.csv", { body: ALL, readDb: bare });
  await expect(file).rejects.toMatchObject({ code: "42P01" });
  expect(await count()).toBe(before + 1);
});
