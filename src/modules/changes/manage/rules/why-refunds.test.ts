import { expect, test } from "vitest";
import { gapOf } from "#src/locales/why.ts";
import { whyRefunds } from "#src/modules/changes/manage/rules/why-refunds.ts";

const now = new Date("2026-11-27T12:00:00Z");
const at = new Date("2026-11-26T12:00:00Z");
type Row = Parameters<typeof whyRefunds>[0][number];
const row = (amount: number, over: Partial<Row> = {}): Row => ({
  amount,
  currency: "MXN",
  reason: "customer",
  status: "requested",
  due_at: at,
  first_asked_at: null,
  created_at: at,
  ...over,
});
const later = { due_at: new Date("2026-11-28T12:00:00Z") };
const onPage = (amount_minor: number, status = "requested", currency: Row["currency"] = "MXN") => ({
  amount_minor,
  currency,
  status,
});

test.each<[string, Row[], ReturnType<typeof onPage>[], number[] | null]>([
  ["one", [row(500)], [onPage(500)], [500]],
  ["several", [row(500), row(300, { status: "succeeded" })], [onPage(500), onPage(300, "succeeded")], [500, 300]],
  ["one that a bank decides about", [row(500), row(300)], [onPage(500, "disputed"), onPage(300)], [300]],
  ["only such", [row(500)], [onPage(500, "disputed")], null],
  [
    "a night whose guest may still choose",
    [row(800, { reason: "departure_cancelled", ...later }), row(300)],
    [onPage(300)],
    [300],
  ],
  [
    "dropped and credited ones",
    [row(800, { status: "dropped" }), row(300), row(9, { status: "credited" })],
    [onPage(300)],
    [300],
  ],
  ["two currencies", [row(500), row(300, { currency: "USD" })], [onPage(500), onPage(300, "requested", "USD")], null],
  [
    "a disputed one in another",
    [row(500), row(3, { currency: "USD" })],
    [onPage(500), onPage(3, "disputed", "USD")],
    [500],
  ],
  ["one that came since", [row(500), row(300)], [onPage(500)], null],
])("why so much goes back, of %s", (_, rows, refunds, adds) => {
  const why = whyRefunds(rows, refunds, { now, zone: "America/Mexico_City" });
  expect(why && why.steps.map((step) => step.adds)).toEqual(adds);
  if (why) expect([why.amount.amount, gapOf(why)]).toEqual([adds!.reduce((sum, part) => sum + part, 0), 0]);
});
