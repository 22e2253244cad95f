import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { audit as writeAudit } from "#src/platform/audit.server.ts";
import { type Context, fromReplica, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import * as files from "#src/routes/admin/export.ts";
import * as dashboard from "#src/routes/admin/office/dashboard.tsx";
import * as list from "#src/routes/admin/office/bookings.tsx";
import * as log from "#src/routes/admin/office/audit.tsx";
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

type ReadRequest = { context: RouterContextProvider; pattern: string; request: Request; params: object };
type Handler = (input: never) => unknown;

/** What a route says to an admin of ours, read to its end. */
async function answer(handler: Handler, address: string, { readDb, body }: { readDb?: Db; body?: URLSearchParams }) {
  const ctx = database.ctx({ actor, ...(readDb ? { readDb } : {}) });
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(actor) } as unknown as RequestContext);
  const request = new Request(`http://ronda.test/admin${address}`, body ? { method: "POST", body } : {});
  const wish: ReadRequest = { context, pattern: new URL(request.url).pathname, request, params: {} };
  const result = await handler(wish as never);
  return result instanceof Response ? result.text() : result;
}

const ALL = new URLSearchParams({ all: "1", query: "", ids: "" });
const FILES: [string, Handler, string, URLSearchParams?][] = [
  ["bookings as CSV", files.action, "/bookings/export.csv", ALL],
  ["bookings as XLSX", files.action, "/bookings/export.xlsx", ALL],
  ["payments", files.loader, "/payments/all.csv"],
  ["the money that moved", files.loader, "/payments/moved.csv?month=2026-11"],
  ["the ledger", files.loader, "/payments/ledger.csv?month=2026-11"],
  ["emails", files.loader, "/emails/log.csv"],
  ["the audit log", files.loader, "/audit/log.csv"],
  ["the access log", files.loader, "/access/log.csv"],
  ["consents", files.loader, "/consents/log.csv"],
  ["add-ons that were sold", files.loader, "/add-ons/sold.csv"],
  ["coupons", files.loader, "/coupons/coupons.csv"],
  ["partners", files.loader, "/affiliates/partners.csv"],
  ["requests of invoices", files.loader, "/invoices/requests.csv?view=all"],
  ["receipts", files.loader, "/invoices/receipts.csv?month=2026-11"],
  ["tills", files.loader, "/tills/tills.csv"],
  ["the office's cash", files.loader, "/tills/office.csv"],
  ["a month of guides", files.loader, "/guides/month.csv"],
  ["a chart", files.loader, "/dashboard/chart.csv?chart=weeks"],
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
    [files.loader, "/affiliates/statements/payouts.csv"],
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
  const file = answer(files.action, "/bookings/export.csv", { body: ALL, readDb: bare });
  await expect(file).rejects.toMatchObject({ code: "42P01" });
  expect(await count()).toBe(before + 1);
});
