import { describe, expect, test } from "vitest";
import { commissionOf, type Facts, type Terms, termsFor } from "#src/modules/partners/commission/rules/commission.ts";
import {
  type Books,
  lineMonth,
  missingLines,
  type SettledBooking,
} from "#src/modules/partners/commission/rules/settling.ts";
import { inBatches, isOver, numberOf, paidPostings } from "#src/modules/partners/commission/rules/statement.ts";
import { linesOf } from "#src/modules/base/ledger/rules/accounts.ts";

const TERMS: Terms & { partner_id: string } = {
  id: "t1",
  partner_id: "p",
  version: 1,
  valid_from: "2026-01-01",
  basis: "came",
  kind: "percentage",
  value: 1000,
  tiers: [
    { from_people: 20, value: 1500 },
    { from_people: 10, value: 1200 },
  ],
  exceptions: [{ crawl_id: "vip", kind: "fixed", value: 5000 }],
};
const FACTS: Facts = {
  status: "confirmed",
  people: 4,
  came: 4,
  sale: 160_000,
  crawl_id: "cdmx",
  service_date: "2026-11-20",
  disputed: false,
  verdict: null,
};

describe("commission", () => {
  test.each<[string, Partial<Facts>, Partial<Terms>, number | null, number]>([
    ["ten percent of who came", {}, {}, null, 16_000],
    ["three of four", { came: 3 }, {}, null, 12_000],
    ["nobody came", { came: 0 }, {}, null, 0],
    ["nobody came, but all confirmed count", { came: 0 }, { basis: "confirmed" }, null, 16_000],
    ["more entries than people", { came: 6 }, {}, null, 16_000],
    ["cancelled", { status: "cancelled" }, { basis: "confirmed" }, null, 0],
    ["disputed", { disputed: true }, {}, null, 0],
    ["the partner's own", { verdict: "own" }, {}, null, 0],
    ["decided to be a guest's", { verdict: "theirs" }, {}, null, 16_000],
    ["a fixed amount per person", { came: 3 }, { kind: "fixed", value: 4000 }, null, 12_000],
    ["half a centavo is rounded up", { people: 1, came: 1, sale: 5 }, {}, null, 1],
    ["refunded whole, without being cancelled", { sale: 0 }, {}, null, 0],
    ["refunded whole, or free, at a fixed amount per person", { sale: 0 }, { kind: "fixed", value: 4000 }, null, 0],
    ["this crawl's own rate, whatever the tier", { crawl_id: "vip" }, {}, 50, 20_000],
    ["below the first tier", {}, {}, 9, 16_000],
    ["the tier that is reached", {}, {}, 10, 19_200],
    ["the highest of them", {}, {}, 25, 24_000],
  ])("%s", (_, facts, terms, counted, amount) => {
    expect(commissionOf({ ...TERMS, ...terms }, { ...FACTS, ...facts }, counted).amount).toBe(amount);
  });

  test.each([
    ["without terms", null, {}, 5, { amount: 0, counted: 0, sale: 0, rule: null, termsId: null }],
    [
      "by the terms' own value",
      TERMS,
      { came: 3 },
      null,
      { amount: 12_000, counted: 3, sale: 120_000, rule: ["percentage", 1000, false, null], termsId: "t1" },
    ],
    [
      "by a tier",
      TERMS,
      {},
      25,
      { amount: 24_000, counted: 4, sale: 160_000, rule: ["percentage", 1500, false, 20], termsId: "t1" },
    ],
    [
      "by a crawl's own rate, which no tier changes",
      TERMS,
      { crawl_id: "vip" },
      25,
      { amount: 20_000, counted: 4, sale: 160_000, rule: ["fixed", 5000, true, null], termsId: "t1" },
    ],
    [
      "of nobody who came",
      TERMS,
      { came: 0 },
      null,
      { amount: 0, counted: 0, sale: 0, rule: ["percentage", 1000, false, null], termsId: "t1" },
    ],
    [
      "of a guest who paid nothing",
      TERMS,
      { sale: 0 },
      null,
      { amount: 0, counted: 0, sale: 0, rule: ["percentage", 1000, false, null], termsId: "t1" },
    ],
  ])("says how it was reckoned: %s", (_, terms, facts, counted, expected) => {
    const { rule, ...rest } = commissionOf(terms, { ...FACTS, ...facts }, counted);
    const message = rule && [rule.kind, rule.value, rule.exception, rule.tier];
    expect({ ...rest, rule: message }).toEqual(expected);
    if (rule) expect([rule.basis, rule.version]).toEqual(["came", 1]);
  });

  test("is by the terms of its night, of several from one day the newest", () => {
    const all = [
      TERMS,
      { ...TERMS, id: "t2", version: 2, valid_from: "2026-11-20" },
      { ...TERMS, id: "t3", version: 3, valid_from: "2026-11-20" },
    ];
    for (const order of [all, all.toReversed(), [all[2]!, all[0]!, all[1]!], [all[1]!, all[2]!, all[0]!]]) {
      const ids = ["2025-12-31", "2026-11-19", "2026-11-20"].map((date) => termsFor(order, date)?.id);
      expect(ids).toEqual([undefined, "t1", "t3"]);
    }
  });
});

describe("what is missing", () => {
  const booking: SettledBooking = { ...FACTS, id: "b", partner_id: "p", test: false };
  const books = (over: Partial<Books> = {}): Books => ({ terms: [TERMS], statements: [], closed: [], ...over });
  const had = (amount: number, service_date = "2026-11-20", partner_id = "p") => [
    { booking_id: "b", partner_id, service_date, counted: 4, sale: 160_000, amount },
  ];
  const short = (lines: ReturnType<typeof missingLines>) =>
    lines.map(({ partner_id, month, kind, amount }) => [partner_id, month, kind, amount]);

  test("is nothing where the lines say it", () => {
    expect(missingLines(booking, had(16_000), books(), "came")).toEqual([]);
  });

  test("is taken from the partner of before, and given to that of now", () => {
    const lines = missingLines(booking, had(9000, "2026-11-20", "q"), books(), "partner");
    expect(short(lines)).toEqual([
      ["q", "2026-11", "reversed", -9000],
      ["p", "2026-11", "accrued", 16_000],
    ]);
  });

  test("leaves the month that the night left, also where the amount stays", () => {
    const moved = { ...booking, service_date: "2026-12-02" };
    expect(short(missingLines(moved, had(16_000), books(), "moved"))).toEqual([
      ["p", "2026-11", "reversed", -16_000],
      ["p", "2026-12", "accrued", 16_000],
    ]);
  });

  test.each([
    ["draft", ["p", "2026-11", "reversed", -8000]],
    ["agreed", ["p", "2027-01", "correction", -8000]],
    ["paid", ["p", "2027-01", "correction", -8000]],
  ])("goes, while a statement is %s, on a month that can take it", (state, line) => {
    const statements = [
      { partner_id: "p", month: "2026-11", test: false, state, counted: 4 },
      { partner_id: "p", month: "2026-12", test: false, state: "paid", counted: 0 },
    ];
    const closed = ["2026-11", "2026-12"].map((month) => ({ month, test: false }));
    expect(short(missingLines({ ...booking, came: 2 }, had(16_000), books({ statements, closed }), "came"))).toEqual([
      line,
    ]);
  });
});

describe("whose books count", () => {
  const booking: SettledBooking = { ...FACTS, id: "b", partner_id: "p", test: false };
  const statement = (over: Partial<Books["statements"][number]>) => ({
    partner_id: "p",
    month: "2026-11",
    test: false,
    state: "draft",
    counted: 12,
    ...over,
  });
  const amounts = (books: Partial<Books>, of: Partial<SettledBooking> = {}) =>
    missingLines({ ...booking, ...of }, [], { terms: [TERMS], statements: [], closed: [], ...books }, "came").map(
      ({ month, kind, amount }) => [month, kind, amount],
    );

  test.each<[string, Partial<Books>, string, string, number]>([
    ["the statement of its month", { statements: [statement({})] }, "2026-11", "accrued", 19_200],
    ["not of another month", { statements: [statement({ month: "2026-10" })] }, "2026-11", "accrued", 16_000],
    ["not of another partner", { statements: [statement({ partner_id: "q" })] }, "2026-11", "accrued", 16_000],
    ["not of practice", { statements: [statement({ test: true })] }, "2026-11", "accrued", 16_000],
    ["a month that is closed", { closed: [{ month: "2026-11", test: false }] }, "2026-12", "correction", 16_000],
    ["not one closed for practice", { closed: [{ month: "2026-11", test: true }] }, "2026-11", "accrued", 16_000],
    [
      "a month with an agreed statement, also before all is closed",
      { statements: [statement({ state: "agreed", counted: 0 })] },
      "2026-12",
      "correction",
      16_000,
    ],
    [
      "the partner's own terms",
      { terms: [TERMS, { ...TERMS, id: "t9", version: 9, partner_id: "q", value: 9000 }] },
      "2026-11",
      "accrued",
      16_000,
    ],
  ])("%s", (_, books, month, kind, amount) => expect(amounts(books)).toEqual([[month, kind, amount]]));

  test("a practice booking goes by practice statements", () =>
    expect(
      amounts({ statements: [statement({ test: true })], closed: [{ month: "2026-11", test: false }] }, { test: true }),
    ).toEqual([["2026-11", "accrued", 19_200]]));

  test("a booking of no partner earns nobody anything", () => expect(amounts({}, { partner_id: null })).toEqual([]));

  test("a line says all that it was reckoned from", () => {
    const had = [{ booking_id: "b", partner_id: "p", service_date: "2026-11-20", counted: 1, sale: 1000, amount: 100 }];
    const books = { terms: [TERMS], statements: [statement({})], closed: [] };
    expect(missingLines({ ...booking, came: 3 }, had, books, "closed")).toEqual([
      {
        partner_id: "p",
        booking_id: "b",
        month: "2026-11",
        service_date: "2026-11-20",
        kind: "tier",
        cause: "closed",
        came: 2,
        people: 4,
        sale: 119_000,
        amount: 14_300,
        terms_id: "t1",
        rule: { kind: "percentage", value: 1200, basis: "came", version: 1, exception: false, tier: 10 },
        test: false,
      },
    ]);
  });
});

test("a line goes on the night's month, or the first later one that takes lines", () => {
  const shut = new Set(["2026-10", "2026-11", "2026-12"]);
  expect(lineMonth("2026-10-31", { shut, drafts: new Set(["2026-11"]) })).toBe("2026-11");
  expect(lineMonth("2026-10-31", { shut, drafts: new Set() })).toBe("2027-01");
  expect(lineMonth("2027-02-01", { shut, drafts: new Set() })).toBe("2027-02");
});

test("a month is over at noon after its last night, by the clock at home", () => {
  expect(isOver("2026-11", new Date("2026-12-01T17:59:00Z"))).toBe(false);
  expect(isOver("2026-11", new Date("2026-12-01T18:00:00Z"))).toBe(true);
  expect(numberOf("2026-11", 4)).toBe("2026-11-04");
});

test("partners come in batches by their bookings, in their order", () => {
  const partners = [3, 6, 2, 40, 0, 5].map((bookings, n) => ({ id: `p${n}`, bookings }));
  expect(inBatches(partners, 10)).toEqual([["p0", "p1"], ["p2"], ["p3"], ["p4", "p5"]]);
  expect(inBatches([], 10)).toEqual([]);
});

test.each([
  [9000, 2000],
  [2000, 9000],
  [-500, 0],
  [0, 0],
])("a paid statement of %i with %i of cash leaves nothing owed", (commission, cash) => {
  const moved = paidPostings("s", { commission, cash })
    .filter(({ amount }) => amount !== 0)
    .flatMap(linesOf);
  const sum = (account: string) =>
    moved.filter((line) => line.account === account).reduce((all, { amount }) => all + amount, 0);
  expect([sum("affiliate_due"), sum("clearing"), sum("payout")]).toEqual([commission, -cash || 0, cash - commission]);
});
