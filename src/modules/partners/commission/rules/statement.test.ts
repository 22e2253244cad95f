import { expect, test } from "vitest";
import { carriedOver, sumsOf, onPaper } from "#src/modules/partners/commission/rules/statement.ts";
import { whyDue } from "#src/modules/partners/commission/rules/why-due.ts";
import type { StatementHead } from "#src/modules/partners/commission/schema.ts";

const head = (over: Partial<StatementHead>): StatementHead => ({
  id: "s",
  partnerId: "p",
  name: "Hostel Sol",
  code: "sol",
  language: "en",
  month: "2026-11",
  number: null,
  state: "agreed",
  people: 2,
  bookings: 1,
  commission: 0,
  cash: 0,
  due: 0,
  agreedAt: null,
  agreedBy: null,
  paidAt: null,
  reference: "",
  questions: 0,
  doubts: 0,
  ...over,
});

test("what is to be paid and what partners owe are two sums, and nothing is due of what was paid", () => {
  const heads = [
    head({ commission: 9_000, due: 9_000 }),
    head({ commission: 2_000, cash: 5_000, due: -3_000 }),
    head({ state: "paid", commission: 4_000, due: 4_000 }),
    head({ id: null, commission: 1_000, due: 1_000 }),
  ];
  expect(sumsOf(heads)).toEqual({ count: 4, made: 3, commission: 16_000, due: 10_000, owed: 3_000 });
});

test.each([
  ["nothing", 0, []],
  ["cash that the partner has", 5_000, [-5_000]],
  ["what went back of cash that was settled before", -5_000, [5_000]],
])("why so much is due adds up with %s", (_what, cash, more) => {
  const { amount, steps } = whyDue(head({ commission: 2_000, cash, due: 2_000 - cash }));
  const sums = steps.map((step) => ("adds" in step ? step.adds : 0));
  expect(sums).toEqual([2_000, ...more]);
  expect(amount).toMatchObject({ amount: 2_000 - cash });
});

test("a statement on paper ends at fifty pages, and says how many lines are in its file alone", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => [String(n), "", ""]);
  const left = (count: number) => `${count} more`;
  expect(onPaper(rows(700), left)).toEqual(rows(700));
  expect(onPaper(rows(9000), left)).toEqual([...rows(700), ["8300 more"]]);
});

test("cash that no statement has settled is counted once over all months", () => {
  const carried = (heads: readonly (readonly [month: string, state: StatementHead["state"], cash: number])[]) =>
    Object.fromEntries(carriedOver(heads.map(([month, state, cash]) => head({ month, state, cash }))));
  // 400 in November, 800 in December
  const open = [
    ["2027-01", "open", 1200],
    ["2026-12", "open", 1200],
    ["2026-11", "open", 400],
  ] as const;
  expect(carried(open)).toEqual({ "2026-11": 0, "2026-12": 400, "2027-01": 1200 });
  const withDraft = [
    ["2026-10", "paid", 700],
    ["2026-11", "draft", 400],
    ["2026-12", "open", 800],
    ["2027-01", "open", 900],
  ] as const;
  expect(carried(withDraft)).toEqual({ "2026-10": 0, "2026-11": 0, "2026-12": 0, "2027-01": 800 });
  // closed without anything of the partner, which came later
  const late = [
    ["2026-10", "none", 100],
    ["2026-11", "agreed", 400],
    ["2026-12", "draft", 500],
  ] as const;
  expect(carried(late)).toEqual({ "2026-10": 0, "2026-11": 0, "2026-12": 100 });
});
