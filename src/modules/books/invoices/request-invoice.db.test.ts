import { expect, test } from "vitest";
import { invoiceOf } from "#src/modules/books/invoices/queries.server.ts";
import { requestInvoice } from "#src/modules/books/invoices/request-invoice.server.ts";
import type { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const staff = (now: Date = NOON): Context => database.ctx({ now, actor: { kind: "user", role: "support" } });
const data = {
  rfc: "NUSO900101AB1",
  legal_name: "Sofía Núñez Solís",
  tax_regime: "612",
  postal_code: "06700",
  cfdi_use: "G03",
  email: "factura@guest.test",
} as const;
const ask = (id: string, over: Partial<InvoiceRequest> = {}, ctx = staff()) =>
  requestInvoice(ctx, { ...data, ...over, booking_id: id, token: null });

test("asked for, corrected until it is issued, and staff are told each time", async () => {
  const id = await bookDeparture(database.ctx());
  expect(await invoiceOf(staff(), id)).toBeNull();
  expect(await ask(id)).toEqual({ ok: true });
  // submitted twice: staff are notified once
  expect(await ask(id, {}, staff(new Date(NOON.getTime() + 500)))).toEqual({ ok: true });
  expect(await ask(id, { postal_code: "01000" }, staff(new Date(NOON.getTime() + 60_000)))).toEqual({ ok: true });
  expect(await invoiceOf(staff(), id)).toMatchObject({ ...data, postal_code: "01000", status: "requested" });
  await database.work();
  const emails = await database.services.db
    .selectFrom("emails")
    .select(["recipient", "text"])
    .where("booking_id", "=", id)
    .where("kind", "=", "staff_invoice_request")
    .execute();
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual([
    "admin@ronda.test",
    "admin@ronda.test",
    "ops@ronda.test",
    "ops@ronda.test",
  ]);
  expect(emails.every(({ text }) => text?.includes("NUSO900101AB1"))).toBe(true);
  await database.services.db
    .updateTable("invoice_requests")
    .set({ status: "issued" })
    .where("booking_id", "=", id)
    .execute();
  expect(await ask(id)).toMatchObject({ reason: "invoice_issued" });
});

test("corrected again and again staff are told ten times an hour at most, and the same once more is no correction", async () => {
  const id = await bookDeparture(database.ctx());
  const codes = Array.from({ length: 10 }, (_, n) => `0670${n}`);
  for (const postal_code of codes) expect(await ask(id, { postal_code })).toEqual({ ok: true });
  expect(await ask(id, { postal_code: "01000" })).toMatchObject({ reason: "too_many_attempts", retry_after: 3600 });
  expect(await ask(id, { postal_code: codes.at(-1)! })).toEqual({ ok: true });
  const inAnHour = staff(new Date(NOON.getTime() + 3_600_000));
  expect(await ask(id, { postal_code: "01000" }, inAnHour)).toEqual({ ok: true });
});

test("not for nothing, not after a month, not for a stranger", async () => {
  const free = await bookDeparture(database.ctx(), { total_price: 0 });
  expect(await ask(free)).toMatchObject({ reason: "nothing_paid" });
  const id = await bookDeparture(database.ctx());
  expect(await ask(id, {}, staff(new Date("2026-12-21T00:00:00Z")))).toMatchObject({ reason: "invoice_too_late" });
  expect(await ask(id, {}, database.ctx({ actor: { browser: "another" } }))).toMatchObject({
    reason: "booking_not_found",
  });
});
