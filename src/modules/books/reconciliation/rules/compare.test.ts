import { describe, expect, test } from "vitest";
import type { Money } from "#src/kernel/money.ts";
import {
  type Books,
  boundsOf,
  compare,
  daysPassedOver,
  daysToCompare,
} from "#src/modules/books/reconciliation/rules/compare.ts";

const mxn = (amount: number): Money => ({ amount, currency: "MXN" });
const payment = { id: "p1", externalId: "cs_1", chargeId: "ch_1", decided: true, money: mxn(80_000) };
const refund = { id: "r1", paymentId: "p1", externalId: "re_1", money: mxn(80_000) };
const charge = { kind: "charge" as const, externalId: "ch_1", chargeId: "ch_1", paymentId: "p1", money: mxn(80_000) };
const sent = { ...charge, kind: "refund" as const, externalId: "re_1" };

type Parts = { payments?: Books["payments"]; refunds?: Books["refunds"]; expected?: "nothing" };
const books = ({ payments = [payment], refunds = [refund], expected }: Parts): Books => ({
  payments,
  refunds,
  expected: {
    payments: new Set(expected ? [] : payments.filter((p) => p.decided).map((p) => p.id)),
    refunds: new Set(expected ? [] : refunds.map((r) => r.id)),
  },
});

describe("a day on which", () => {
  test.each([
    ["both agree", [charge, sent], {}, []],
    ["nothing happened", [], { payments: [], refunds: [] }, []],
    ["the charge is known by our id alone", [{ ...charge, externalId: "x", chargeId: null }, sent], {}, []],
    [
      "the charge is known by the attempt",
      [{ ...charge, externalId: "cs_1", paymentId: null, chargeId: null }, sent],
      {},
      [],
    ],
    ["a refund of an earlier day is listed", [sent], { expected: "nothing" as const }, []],
    [
      "somebody else was charged",
      [charge, sent, { ...charge, externalId: "ch_2", chargeId: "ch_2", paymentId: null }],
      {},
      ["charge_unknown"],
    ],
    [
      "one payment was charged twice",
      [charge, sent, { ...charge, externalId: "ch_2", chargeId: "ch_2" }],
      {},
      ["charge_unknown"],
    ],
    ["a cent is missing", [{ ...charge, money: mxn(79_999) }, sent], {}, ["charge_differs"]],
    [
      "the currency is another",
      [{ ...charge, money: { amount: 80_000, currency: "USD" as const } }, sent],
      {},
      ["charge_differs"],
    ],
    [
      "our payment still waits",
      [charge],
      { payments: [{ ...payment, decided: false }], refunds: [] },
      ["payment_open"],
    ],
    ["our payment isn't listed", [sent], {}, ["charge_missing"]],
    ["somebody refunded there", [charge, sent, { ...sent, externalId: "re_2" }], {}, ["refund_unknown"]],
    ["our refund isn't listed", [charge], {}, ["refund_missing"]],
    ["less was refunded", [charge, { ...sent, money: mxn(1) }], {}, ["refund_differs"]],
    [
      "everything is wrong",
      [{ ...charge, externalId: "z", chargeId: null, paymentId: null }],
      {},
      ["charge_unknown", "charge_missing", "refund_missing"],
    ],
  ])("%s", (_, listed, parts, kinds) => {
    expect(compare(listed, books(parts)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test("a refund is unknown says of which payment it is, and what moved", () => {
    expect(compare([charge, sent], books({ refunds: [] }))).toEqual([
      { kind: "refund_unknown", externalId: "re_1", paymentId: "p1", refundId: null, ours: null, theirs: mxn(80_000) },
    ]);
  });
});

test("a day of the business begins and ends at midnight in Mexico City", () => {
  expect(boundsOf("2026-11-20")).toEqual({
    from: new Date("2026-11-20T06:00:00Z"),
    until: new Date("2026-11-21T06:00:00Z"),
  });
});

test.each([
  ["the first night", [], "2026-11-21T10:40:00Z", ["2026-11-20"]],
  ["every night", ["2026-11-19"], "2026-11-21T10:40:00Z", ["2026-11-20"]],
  ["the same night again", ["2026-11-20"], "2026-11-21T10:41:00Z", []],
  ["too early for last night's report", ["2026-11-19"], "2026-11-21T09:59:00Z", []],
  ["after two nights without", ["2026-11-17"], "2026-11-21T10:40:00Z", ["2026-11-18", "2026-11-19", "2026-11-20"]],
  ["over the end of a month", ["2026-11-29"], "2026-12-02T10:40:00Z", ["2026-11-30", "2026-12-01"]],
  ["with a day from the future", ["2026-12-24"], "2026-11-21T10:40:00Z", ["2026-11-20"]],
  [
    "with days that couldn't be compared before",
    ["2026-11-19", "2026-11-15", "2026-11-17"],
    "2026-11-21T10:40:00Z",
    ["2026-11-16", "2026-11-18", "2026-11-20"],
  ],
])("%s these days are compared: %s", (_, compared, now, days) => {
  expect(daysToCompare(compared, new Date(now))).toEqual(days);
});

test("after a year the last month is caught up with first, then the one before it, until nothing is left out", () => {
  const compared = ["2025-11-20"];
  const now = new Date("2026-11-21T10:40:00Z");
  const first = daysToCompare(compared, now);
  expect([first.length, first.at(0), first.at(-1)]).toEqual([31, "2026-10-21", "2026-11-20"]);
  for (let nights = 0; nights < 12; nights++) compared.push(...daysToCompare(compared, now));
  expect(new Set(compared).size).toBe(366);
  expect(daysToCompare(compared, now)).toEqual([]);
});

test.each([
  ["2026-11-21T10:40:00Z", ["2026-11-18"]],
  ["2026-11-22T09:59:00Z", ["2026-11-18"]],
  ["2026-11-22T10:40:00Z", ["2026-11-18", "2026-11-20"]],
])("at %s these days have been passed over: %s", (now, days) => {
  expect(daysPassedOver(["2026-11-17", "2026-11-19"], new Date(now))).toEqual(days);
});
