import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "#src/modules/base/ledger/rules/accounts.ts";
import { inCash } from "#src/modules/evening/till/rules/cash.ts";
import {
  blindWay,
  countName,
  countsFor,
  differenceOf,
  isStale,
  msToUndo,
  sellsAtDoor,
  sumsOf,
  type TillLine,
  tillPostings,
  waysOf,
} from "#src/modules/evening/till/rules/till.ts";

const line = (kind: TillLine["kind"], amount: number, over: Partial<TillLine> = {}): TillLine => ({
  way: "cash",
  reference: null,
  kind,
  currency: "MXN",
  amount,
  due: kind === "taking" || kind === "refund" ? amount : null,
  ...over,
});

test("what should be in a till is its float and takings less what went back and was paid out, per currency", () => {
  const lines = [
    line("float", 50_000),
    line("taking", 80_000, { due: 80_030 }),
    line("taking", 40_000),
    line("refund", 20_000, { due: 19_980 }),
    line("payout", 15_000),
    line("taking", 4000, { currency: "USD" }),
  ];
  const pesos = { float: 50_000, taken: 120_000, due: 120_030, refunded: 20_000, refundedDue: 19_980, paidOut: 15_000 };
  const dollars = { float: 0, taken: 4000, due: 4000, refunded: 0, refundedDue: 0, paidOut: 0 };
  expect(sumsOf(lines)).toEqual([
    { currency: "MXN", ...pesos, expected: 135_000, sales: 2 },
    { currency: "USD", ...dollars, expected: 4000, sales: 1 },
  ]);
  const others = ["EUR", "USD", "CAD"].map((currency) => line("taking", 300, { currency } as Partial<TillLine>));
  expect(sumsOf(others).map(({ currency }) => currency)).toEqual(["MXN", "USD", "CAD", "EUR"]);
});

test("a count is stored per currency, with a reason only where it differs", () => {
  const lines = [
    line("float", 500),
    line("taking", 4000, { currency: "USD" }),
    line("taking", 70, { currency: "EUR" }),
  ];
  const message = { counted: { MXN: 400, USD: 4000 }, reason: "A torn note" };
  const counts = countsFor(lines, message, { till_id: "t" });
  expect(counts).toEqual([
    { till_id: "t", way: "cash", currency: "MXN", expected: 500, counted: 400, reason: "A torn note" },
    { till_id: "t", way: "cash", currency: "USD", expected: 4000, counted: 4000, reason: "" },
    { till_id: "t", way: "cash", currency: "EUR", expected: 70, counted: 0, reason: "A torn note" },
  ]);
  expect(counts.map(differenceOf)).toEqual([-100, 0, -70]);
});

const by = (way: TillLine["way"], amount: number, reference: string | null = null) => ({ way, amount, reference });
const MIXED = [
  line("float", 500),
  line("taking", 900),
  line("taking", 800, by("terminal", 800, "004711")),
  line("taking", 300, by("terminal", 300)),
  line("refund", 300, by("terminal", 300)),
  line("taking", 60, { ...by("terminal", 60), currency: "USD" }),
  line("taking", 700, by("transfer", 700, "MBAN01")),
];

test("what came by card or transfer is no cash, and is summed by way and currency, with the sales that have no reference", () => {
  const alone = MIXED.filter(({ way }) => way === "cash");
  expect(sumsOf(MIXED)).toEqual(sumsOf(alone));
  expect(waysOf(alone)).toEqual([]);
  const terminal = { way: "terminal", currency: "MXN", taken: 1100, refunded: 300, expected: 800, sales: 2 };
  expect(waysOf(MIXED)).toEqual([
    { ...terminal, unreferenced: 1 },
    { way: "terminal", currency: "USD", taken: 60, refunded: 0, expected: 60, sales: 1, unreferenced: 1 },
    { way: "transfer", currency: "MXN", taken: 700, refunded: 0, expected: 700, sales: 1, unreferenced: 0 },
  ]);
  // transfers are compared with nothing, so that their sum may be known
  expect(waysOf(MIXED).map((sum) => blindWay(sum).expected)).toEqual([null, null, 700]);
});

test("a terminal's total is counted apart from the drawer's cash, and transfers aren't", () => {
  const counts = countsFor(MIXED, { counted: { MXN: 1400, terminal_MXN: 750, terminal_USD: 60 }, reason: "Why" }, {});
  expect(counts.map((count) => [countName(count), count.expected, count.counted, count.reason])).toEqual([
    ["MXN", 1400, 1400, ""],
    ["USD", 0, 0, ""],
    ["terminal_MXN", 800, 750, "Why"],
    ["terminal_USD", 60, 60, ""],
  ]);
  const sums = { MXN: 1400, USD: 0, terminal_MXN: 800, terminal_USD: 60 };
  expect(isStale(counts, sums)).toBe(false);
  expect(isStale(counts, { ...sums, terminal_MXN: 0 })).toBe(true);
});

test.each([
  ["as it was shown", { MXN: 500, USD: 0 }, false],
  ["of which nothing was shown", undefined, false],
  ["into which something went since", { MXN: 400, USD: 0 }, true],
  ["that began with a currency nobody was shown", { USD: 0 }, true],
  ["whose currencies with nothing in them weren't shown", { MXN: 500 }, false],
])("a count of a till %s: %o, stale: %s", (_, expected, stale) =>
  expect(isStale(countsFor([line("float", 500)], { counted: {}, reason: "" }, {}), expected)).toBe(stale),
);

test("a posting is named by its till, its currency and its kind, and says who closed the till", () => {
  const [sum] = sumsOf([line("float", 500)]);
  const posted = (alone?: boolean) =>
    tillPostings("t", sum!, 500, alone === undefined ? {} : { alone }).map(({ key, kind, amount }) => [
      key,
      kind,
      amount,
    ]);
  const float = ["till:t:MXN:till_float", "till_float", 500];
  expect(posted()).toEqual([float, ["till:t:MXN:till_handed_over", "till_handed_over", 500]]);
  expect(posted(true)).toEqual([float, ["till:t:MXN:till_closed_alone", "till_closed_alone", 500]]);
});

/** The balance of each account after the postings. */
function balances(postings: ReturnType<typeof tillPostings>) {
  const sums: Record<string, number> = {};
  for (const posting of postings)
    for (const { account, amount } of linesOf(posting)) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

test.each([
  ["as it should be", 155_000, {}],
  ["short", 154_000, { over_short: 1000 }],
  ["over", 156_000, { over_short: -1000 }],
])("a till that is %s is empty in the books", (_, counted, rest) => {
  const [sum] = sumsOf([
    line("float", 50_000),
    line("taking", 80_000, { due: 80_030 }),
    line("taking", 60_000),
    line("refund", 20_000),
    line("payout", 15_000),
  ]);
  expect(balances(tillPostings("t", sum!, counted))).toEqual({
    till: 0,
    clearing: -120_030,
    cash_rounding: 30,
    paid_out: 15_000,
    office_cash: counted - 50_000,
    ...rest,
  });
});

test("whatever happened in a till, its postings balance, empty it, and take out of clearing what was due, less what went back", () => {
  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom("float", "taking", "refund", "payout"),
      way: fc.constantFrom("cash", "cash", "terminal", "transfer"),
      due: fc.integer({ min: 1, max: 900_000 }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 5_000_000 }), (drawn, counted) => {
      const all = drawn.map(({ kind, way, due }) =>
        kind === "float" || kind === "payout"
          ? line(kind, due)
          : way === "cash"
            ? line(kind, inCash(due, 100), { due })
            : line(kind, due, { way }),
      );
      const [sum] = sumsOf(all);
      const found = balances(tillPostings("t", sum!, counted));
      expect(found["till"] ?? 0).toBe(0);
      expect(Object.values(found).reduce((total, amount) => total + amount, 0)).toBe(0);
      expect(found["clearing"] ?? 0).toBe(sum!.refundedDue - sum!.due || 0);
    }),
  );
});

const night = (id: string, date: string, start: string, end: string, status = "scheduled") => ({
  id,
  date,
  zone: "America/Mexico_City",
  status,
  starts_at: new Date(`${date}T${start}:00-06:00`),
  ends_at: new Date(end),
});
const NIGHTS = [
  night("last night's", "2026-11-20", "22:00", "2026-11-21T08:30:00Z"),
  night("tonight's", "2026-11-21", "20:00", "2026-11-22T06:30:00Z"),
  night("tonight's early one", "2026-11-21", "17:00", "2026-11-22T03:00:00Z"),
  night("a cancelled one", "2026-11-21", "20:00", "2026-11-22T06:30:00Z", "cancelled"),
  night("tomorrow's", "2026-11-22", "20:00", "2026-11-23T06:30:00Z"),
];
test.each([
  ["22:00", "2026-11-22T04:00:00Z", ["tonight's"]],
  ["noon, hours before it", "2026-11-21T18:00:00Z", ["tonight's", "tonight's early one"]],
  ["21:00, when the early one is over", "2026-11-22T03:00:00Z", ["tonight's"]],
  // not this evening's too, whose guests would be checked in 20 hours early
  ["01:00, while last night's runs", "2026-11-21T07:00:00Z", ["last night's"]],
  ["02:30, when that is over", "2026-11-21T08:30:00Z", ["tonight's", "tonight's early one"]],
])("at %s is sold at its door", (_, clock, expected) => {
  const now = new Date(clock);
  expect(NIGHTS.filter((one) => sellsAtDoor(one, NIGHTS, now)).map(({ id }) => id)).toEqual(expected);
});

test.each<[string, string, number | null, number, number, number?]>([
  ["at once", "cash", 80_000, 0, 120_000],
  ["a minute later", "cash", 80_000, 60_000, 60_000],
  ["two minutes later", "cash", 80_000, 120_000, 0],
  ["on the card terminal", "terminal", 80_000, 60_000, 60_000],
  ["by transfer", "transfer", 80_000, 0, 120_000],
  ["by link", "link", null, 0, 0],
  ["before its cash is in a till", "cash", null, 0, 0],
  ["from a phone without a line", "offline", 80_000, 0, 0],
  ["by credit alone", "cash", null, 0, 120_000, 80_000],
  ["by credit and link", "link", null, 0, 0, 30_000],
])("a sale %s is taken back by its seller: %s, %s", (_, way, amount, later, ms, credit = 0) => {
  const created_at = new Date("2026-11-21T02:00:00Z");
  expect(msToUndo({ created_at, way, amount, credit }, new Date(+created_at + later))).toBe(ms);
});
