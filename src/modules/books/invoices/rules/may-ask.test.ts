import { expect, test } from "vitest";
import { type Sale, whyNoInvoice } from "#src/modules/books/invoices/rules/may-ask.ts";

const sale: Sale = {
  status: "confirmed",
  total: 80_000,
  confirmed_at: new Date("2026-11-20T18:00:00Z"),
  cancelled_at: null,
  receipts: [{ kept: 80_000 }],
};
const cancelled = { status: "cancelled", cancelled_at: new Date("2026-12-15T18:00:00Z") };

test.each<[string, Partial<Sale>, string, ReturnType<typeof whyNoInvoice>]>([
  ["paid", {}, "2026-11-20T18:00:00Z", null],
  ["30 days after it was confirmed", {}, "2026-12-20T18:00:00Z", null],
  ["later still", {}, "2026-12-20T18:00:01Z", "invoice_too_late"],
  ["for nothing", { total: 0, receipts: [] }, "2026-11-25T00:00:00Z", "nothing_paid"],
  ["with credit alone", { receipts: [] }, "2026-11-25T00:00:00Z", null],
  ["given back in part", { receipts: [{ kept: 0 }, { kept: 1 }] }, "2026-11-25T00:00:00Z", null],
  ["given back as a whole", { receipts: [{ kept: 0 }, { kept: 0 }] }, "2026-11-25T00:00:00Z", "nothing_kept"],
  ["unpaid", { status: "pending", confirmed_at: null, receipts: [] }, "2026-11-25T00:00:00Z", "not_confirmed"],
  ["cancelled, and the money was kept", cancelled, "2026-12-15T18:00:00Z", null],
  ["30 days after it was cancelled", cancelled, "2027-01-14T18:00:00Z", null],
  ["later than that", cancelled, "2027-01-14T18:00:01Z", "invoice_too_late"],
  ["cancelled, and refunded", { ...cancelled, receipts: [{ kept: 0 }] }, "2026-12-15T18:00:00Z", "not_confirmed"],
  ["cancelled before it was paid", { ...cancelled, receipts: [] }, "2026-12-15T18:00:00Z", "not_confirmed"],
])("%s", (_, over, now, expected) =>
  expect(whyNoInvoice({ ...sale, ...over }, { days: 30, now: new Date(now) })).toBe(expected),
);

test("the days are those of the options", () => {
  const now = new Date("2026-11-27T18:00:01Z");
  expect([7, 8].map((days) => whyNoInvoice(sale, { days, now }))).toEqual(["invoice_too_late", null]);
});
