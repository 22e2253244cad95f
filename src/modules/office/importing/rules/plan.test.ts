import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileTable, Mapping } from "#src/modules/office/importing/rules/mapping.ts";
import {
  type BookingWorld,
  type Night,
  planBookings,
  sumsOf,
} from "#src/modules/office/importing/rules/plan-bookings.ts";
import { planCustomers } from "#src/modules/office/importing/rules/plan-customers.ts";
import { seenOf } from "#src/modules/office/importing/rules/seen.ts";
import { undoBlockOf } from "#src/modules/office/importing/rules/undo.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const night = (over: Partial<Night> = {}): Night => ({
  id: "n1",
  crawlId: "c1",
  crawlCurrency: "MXN",
  date: "2026-12-05",
  startsAt: new Date("2026-12-06T02:00:00Z"),
  isCancelled: false,
  free: 10,
  ...over,
});
const world = (over: Partial<BookingWorld> = {}): BookingWorld => ({
  now: NOW,
  crawls: [{ id: "c1", names: ["Centro"] }],
  nights: [night()],
  currencies: ["MXN", "USD"],
  known: new Map(),
  ...over,
});
const HEADS = ["ref", "status", "date", "crawl", "people", "name", "email", "phone", "total", "currency", "paid"];
const MAPPING: Mapping = {
  columns: {
    reference: "ref",
    status: "status",
    date: "date",
    crawl: "crawl",
    people: "people",
    name: "name",
    email: "email",
    phone: "phone",
    total: "total",
    currency: "currency",
    paid: "paid",
  },
  dates: "ymd",
  crawl: "c1",
  crawls: {},
  currency: "MXN",
  paid: true,
  language: "es",
  leftOut: [],
};
type Cells = Partial<Record<(typeof HEADS)[number], string>>;
const GOOD: Cells = {
  ref: "A",
  date: "2026-12-05",
  people: "2",
  name: "Ana Ruiz",
  email: "ana@guest.test",
  total: "800",
};
const table = (...rows: Cells[]): FileTable => ({
  heads: HEADS,
  rows: rows.map((cells, at) => ({
    line: at + 2,
    cells: HEADS.map((head) => ({ ...GOOD, ref: `R${at}`, ...cells })[head] ?? ""),
  })),
});
const problems = (cells: Cells, over: Partial<BookingWorld> = {}, mapping: Partial<Mapping> = {}) =>
  planBookings(table(cells), { ...MAPPING, ...mapping }, world(over)).errors.map(({ field, problem }) => [
    field,
    problem,
  ]);

test("a good row is ready, with what the mapping says where it says nothing", () => {
  const { ready, errors } = planBookings(table({}), MAPPING, world());
  expect(errors).toEqual([]);
  expect(ready).toMatchObject([
    {
      line: 2,
      reference: "R0",
      people: 2,
      total: 80_000,
      currency: "MXN",
      paid: true,
      language: "es",
      country: "",
      first_name: "Ana",
      last_name: "Ruiz",
    },
  ]);
});

test.each<[Cells, string, string]>([
  [{ ref: "" }, "reference", "missing"],
  [{ ref: "x".repeat(81) }, "reference", "too_long"],
  [{ date: "" }, "date", "missing"],
  [{ date: "someday" }, "date", "not_a_day"],
  [{ date: "2026-12-06" }, "date", "no_night"],
  [{ crawl: "Roma" }, "crawl", "crawl_unknown"],
  [{ people: "many" }, "people", "not_people"],
  [{ name: "" }, "first_name", "missing"],
  [{ name: `${"x".repeat(81)} y` }, "name", "too_long"],
  [{ email: "ana" }, "email", "not_an_email"],
  [{ phone: "12" }, "phone", "not_a_phone"],
  [{ email: "" }, "email", "unreachable"],
  [{ total: "" }, "total", "missing"],
  [{ total: "free" }, "total", "not_an_amount"],
  [{ currency: "EUR" }, "currency", "currency_unknown"],
  [{ currency: "XXX" }, "currency", "currency_unknown"],
  [{ paid: "maybe" }, "paid", "paid_unclear"],
  [{ paid: "400" }, "paid", "paid_in_part"],
])("of %j %s is told to be %s", (cells, field, problem) => expect(problems(cells)).toEqual([[field, problem]]));

test("nights that are over, called off or full are told, and one that takes place goes before one that was called off", () => {
  expect(problems({}, { nights: [night({ startsAt: NOW })] })).toEqual([["date", "night_over"]]);
  expect(problems({}, { nights: [night({ isCancelled: true })] })).toEqual([["date", "night_cancelled"]]);
  expect(problems({}, { nights: [night(), night({ id: "off", isCancelled: true })] })).toEqual([]);
  const { errors, ready } = planBookings(table({ people: "9" }, { people: "2" }, { people: "1" }), MAPPING, world());
  expect(errors).toEqual([{ line: 3, field: "people", problem: "night_full", values: { left: 1 } }]);
  expect(ready.map(({ line }) => line)).toEqual([2, 4]);
});

test("a reference stands once, and was not brought before, unless such rows are left out", () => {
  const twice = planBookings(table({ ref: "a" }, { ref: "A" }), MAPPING, world());
  expect(twice.errors).toEqual([{ line: 3, field: "reference", problem: "repeated", values: { line: 2 } }]);
  const before = new Map([["a", "RND-AAAAAA"]]);
  expect(problems({ ref: "A" }, { known: before })).toEqual([["reference", "known"]]);
  const without = planBookings(table({ ref: "A" }), { ...MAPPING, leftOut: ["known"] }, world({ known: before }));
  expect(without).toEqual({ ready: [], errors: [], leftOut: [{ line: 2, why: "known" }] });
});

test.each([
  ["Cancelled", "cancelled"],
  ["partially refunded", "status_unclear"],
  ["not cancelled", "status_unclear"],
  ["pending", "status_unclear"],
])("a row with the state %s is never sold: unless it is left out it is %s", (status, problem) => {
  expect(problems({ status })).toEqual([["status", problem]]);
  expect(planBookings(table({ status }), MAPPING, world()).ready).toEqual([]);
});

test("cancelled and past rows are left out where the mapping says so, whatever else is wrong with them", () => {
  const rows = table({ status: "Cancelled", email: "nobody" }, { date: "2026-11-01" }, {});
  const plan = planBookings(rows, { ...MAPPING, leftOut: ["cancelled", "past"] }, world());
  expect(plan.leftOut).toEqual([
    { line: 2, why: "cancelled" },
    { line: 3, why: "past" },
  ]);
  expect(plan.errors).toEqual([]);
  expect(plan.ready).toHaveLength(1);
  // else nobody would find out that guests of another day were forgotten
  expect(planBookings(rows, MAPPING, world()).errors.map(({ line, problem }) => [line, problem])).toEqual([
    [2, "not_an_email"],
    [2, "cancelled"],
    [3, "no_night"],
  ]);
});

test("whatever stands in a file, no night is sold beyond its places, and each row is ready, left out or wrong", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          ref: fc.constantFrom("a", "b", "c", "d", ""),
          people: fc.constantFrom("1", "2", "5", "0", "x"),
          total: fc.constantFrom("800", "0", "-1", "x"),
          status: fc.constantFrom("", "cancelled"),
        }),
        { maxLength: 30 },
      ),
      (cells) => {
        const plan = planBookings(table(...cells), { ...MAPPING, leftOut: ["cancelled"] }, world());
        expect(plan.ready.reduce((sum, { people }) => sum + people, 0)).toBeLessThanOrEqual(10);
        const lines = [...plan.ready, ...plan.leftOut].map(({ line }) => line);
        const wrong = new Set(plan.errors.map(({ line }) => line));
        expect([...lines, ...wrong].toSorted((a, b) => a - b)).toEqual(cells.map((_, at) => at + 2));
      },
    ),
  ));

test("sums are per currency, with what of them was paid", () =>
  expect(
    sumsOf([
      { total: 100, currency: "MXN", paid: true },
      { total: 50, currency: "MXN", paid: false },
      { total: 7, currency: "USD", paid: false },
    ]),
  ).toEqual([
    { currency: "MXN", total: 150, paid: 100 },
    { currency: "USD", total: 7, paid: 0 },
  ]));

test("what was seen tells plans apart", () => {
  const tokenOf = (rows: Cells[], over: Partial<BookingWorld> = {}, isPractice = false) =>
    seenOf(planBookings(table(...rows), MAPPING, world(over)), isPractice);
  const before = tokenOf([{}, {}]);
  expect(tokenOf([{}, {}])).toBe(before);
  // how many places are free is no part of what is imported
  expect(tokenOf([{}, {}], { nights: [night({ free: 9 })] })).toBe(before);
  expect(tokenOf([{}, {}], { nights: [night({ id: "n2" })] })).not.toBe(before);
  expect(tokenOf([{}, {}], {}, true)).not.toBe(before);
  const others: Cells[] = [
    { total: "801" },
    { people: "1" },
    { currency: "USD" },
    { paid: "no" },
    { name: "Bea Ruiz" },
    { email: "bea@guest.test" },
    { phone: "+525512345678" },
    { ref: "other" },
  ];
  for (const other of others) expect([other, tokenOf([{}, other])]).not.toEqual([other, before]);
  expect(tokenOf([{}])).not.toBe(before);
});

test("customers are told apart by address or number; who is known is wrong or left out", () => {
  const heads = ["name", "email", "phone", "tags"];
  const file: FileTable = {
    heads,
    rows: [
      ["Ana Ruiz", "ana@guest.test", "", "vip, vip"],
      ["Ana Ruiz", "ANA@guest.test", "", ""],
      ["Bea", "", "+52 55 1234 5678", ""],
      ["Bea", "", "+525512345678", ""],
      ["Carl", "carl@guest.test", "", ""],
      ["Nobody", "", "", ""],
    ].map((cells, at) => ({ line: at + 2, cells })),
  };
  const mapping: Mapping = { ...MAPPING, columns: { name: "name", email: "email", phone: "phone", tags: "tags" } };
  const before = new Set(["carl@guest.test"]);
  const plan = planCustomers(file, mapping, before);
  expect(plan.ready.map(({ line, tags }) => [line, tags])).toEqual([
    [2, ["vip"]],
    [4, []],
  ]);
  expect(plan.errors.map(({ line, field, problem }) => [line, field, problem])).toEqual([
    [3, "email", "repeated"],
    [5, "phone", "repeated"],
    [6, "email", "known"],
    [7, "email", "unreachable"],
  ]);
  expect(planCustomers(file, { ...mapping, leftOut: ["known"] }, before).leftOut).toEqual([{ line: 6, why: "known" }]);
});

const NO_BLOCKS = { confirming: false, forgotten: 0, emailed: 0, came: 0, changed: 0, over: 0 };
test.each([
  [{}, null],
  [{ forgotten: 1, over: 2 }, "forgotten"],
  [{ over: 2 }, "over"],
  [{ changed: 1, over: 2 }, "changed"],
  [{ confirming: true, emailed: 3 }, "confirming"],
  [{ emailed: 3, came: 2, changed: 1 }, "emailed"],
  [{ came: 2, changed: 1 }, "came"],
  [{ changed: 1 }, "changed"],
])("with %j undoing is kept by %s", (blocks, block) =>
  expect(undoBlockOf({ ...NO_BLOCKS, ...blocks })?.block ?? null).toBe(block),
);
