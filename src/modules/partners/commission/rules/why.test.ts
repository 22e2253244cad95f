import { expect, test } from "vitest";
import { commissionOf, type Facts, type Rule, type Terms } from "#src/modules/partners/commission/rules/commission.ts";
import { missingLines, type Settled } from "#src/modules/partners/commission/rules/settling.ts";
import { explained, kindShown } from "#src/modules/partners/commission/rules/why.ts";

const TERMS: Terms = {
  id: "terms",
  version: 1,
  valid_from: "2026-11-01",
  basis: "came",
  kind: "percentage",
  value: 1000,
  tiers: [{ from_people: 20, value: 1500 }],
  exceptions: [],
};
const BOOKING: Facts = {
  status: "confirmed",
  people: 2,
  came: 2,
  sale: 80_000,
  crawl_id: "crawl",
  service_date: "2026-11-21",
  disputed: false,
  verdict: null,
};
type Then = { terms?: Partial<Terms>; booking?: Partial<Facts>; counted?: number; gone?: boolean };

/** The lines that a booking gets as one thing after another becomes true of it, each said in short. */
function story(...all: Then[]) {
  const had: Settled[] = [];
  const base = { id: "b", partner_id: "p", test: false };
  const lines = all.flatMap(({ terms = {}, booking = {}, counted, gone = false }, index) => {
    const month = { partner_id: "p", month: "2026-11", test: false };
    const statements = counted === undefined ? [] : [{ ...month, state: "draft", counted }];
    const books = { terms: [{ ...TERMS, ...terms, version: index + 1, partner_id: "p" }], statements, closed: [] };
    const facts = { ...BOOKING, ...booking, ...base, partner_id: gone ? null : "p" };
    const sums = { ...had.reduce((a, b) => ({ ...b, ...plus(a, b) }), NONE), booking_id: "b", partner_id: "p" };
    const result = missingLines(facts, had.length > 0 ? [{ ...sums, service_date: "2026-11-21" }] : [], books, "came");
    had.push(...result.map((line) => ({ ...line, counted: line.came })));
    return result;
  });
  return explained(lines, () => "").map(({ why }) => {
    if (why.is === "none") return `none, ${why.before} before`;
    if (why.is === "nobody") return `nobody ${why.rule.basis}, ${why.before} before`;
    const of = `${why.people} ${why.rule.basis}, ${why.rule.value} of ${why.sale}`;
    return why.is === "own" ? of : `${of}: ${why.total} in all, ${why.before} before`;
  });
}
const NONE = { booking_id: "", partner_id: "", service_date: "", counted: 0, sale: 0, amount: 0 };
const plus = (a: Settled, b: Settled) => ({
  counted: a.counted + b.counted,
  sale: a.sale + b.sale,
  amount: a.amount + b.amount,
});

const booked = { basis: "confirmed" as const };
const [CAME, BOOKED] = ["2 came, 1000 of 80000", "2 confirmed, 1000 of 80000"];

test.each<[string, Then[], string[]]>([
  ["the first line", [{}], [CAME]],
  [
    "guests who come one after another",
    [{ booking: { came: 1 } }, {}],
    ["1 came, 1000 of 40000", "1 came, 1000 of 40000"],
  ],
  [
    "an entry that is taken back",
    [{}, { booking: { came: 1 } }],
    [CAME, "1 came, 1000 of 40000: 4000 in all, 8000 before"],
  ],
  ["the tier at closing", [{}, { counted: 20 }], [CAME, "2 came, 1500 of 80000: 12000 in all, 8000 before"]],
  [
    "terms that go up",
    [{ terms: booked }, { terms: { ...booked, value: 1500 } }],
    [BOOKED, "2 confirmed, 1500 of 80000: 12000 in all, 8000 before"],
  ],
  [
    "terms that go up while guests come",
    [{ booking: { came: 1 } }, { terms: { value: 1500 } }],
    ["1 came, 1000 of 40000", "2 came, 1500 of 80000: 12000 in all, 4000 before"],
  ],
  ["terms down to nothing", [{}, { terms: { value: 0 } }], [CAME, "2 came, 0 of 80000: 0 in all, 8000 before"]],
  [
    "terms down to nothing for who comes, before the night",
    [
      { terms: booked, booking: { came: 0 } },
      { terms: { value: 0 }, booking: { came: 0 } },
    ],
    [BOOKED, "nobody came, 8000 before"],
  ],
  [
    "another basis, and one person more",
    [{ terms: booked }, { booking: { people: 3, came: 3, sale: 120_000 } }],
    [BOOKED, "3 came, 1000 of 120000: 12000 in all, 8000 before"],
  ],
  [
    "an amount per person instead of a share",
    [{}, { terms: { kind: "fixed", value: 5000 } }],
    [CAME, "2 came, 5000 of 80000: 10000 in all, 8000 before"],
  ],
  [
    "a refund of a part",
    [{}, { booking: { sale: 60_000 } }],
    [CAME, "2 came, 1000 of 60000: 6000 in all, 8000 before"],
  ],
  [
    "a cancelled booking that was taken up again",
    [{ terms: booked }, { terms: booked, booking: { status: "cancelled" } }, { terms: booked }],
    [BOOKED, "nobody confirmed, 8000 before", BOOKED],
  ],
  ["a booking of somebody else", [{}, { gone: true }], [CAME, "none, 8000 before"]],
  [
    "shares that are rounded",
    [{ booking: { people: 3, came: 1, sale: 58_161 } }, { booking: { people: 3, came: 3, sale: 58_161 } }],
    ["1 came, 1000 of 19387", "2 came, 1000 of 38774"],
  ],
])("%s", (_, then, expected) => expect(story(...then)).toEqual(expected));

test("a night that moved to another month is a whole of its own, and so is its correction on a later statement", () => {
  const { rule } = commissionOf(TERMS, BOOKING, null);
  const line = { came: 2, sale: 80_000, amount: 8000, rule, night: "2026-11" };
  const [, moved, corrected] = explained(
    [line, { ...line, night: "2026-12" }, { ...line, came: 0, sale: 0, amount: 4000, rule: { ...rule!, value: 1500 } }],
    ({ night }) => night,
  );
  expect(moved!.why).toMatchObject({ is: "own", people: 2, sale: 80_000 });
  expect(corrected!.why).toMatchObject({ is: "total", people: 2, sale: 80_000, total: 12_000, before: 8000 });
});

test.each([
  ["tier", 4000, 20, "tier"],
  ["tier", 4000, null, "accrued"],
  ["tier", -4000, 20, "reversed"],
  ["correction", -4000, null, "correction"],
] as const)("a line of kind %s over %i by tier %s is called %s", (kind, amount, tier, called) => {
  const rule: Rule = { kind: "percentage", value: 1500, basis: "came", version: 1, exception: false, tier };
  expect(kindShown({ kind, amount, rule })).toBe(called);
});
