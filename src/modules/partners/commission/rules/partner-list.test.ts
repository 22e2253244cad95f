import { expect, test } from "vitest";
import {
  allWays,
  countedDays,
  monthsToChoose,
  partnerParams,
  partnerQueryOf,
  statementState,
  type Way,
  waysBy,
} from "#src/modules/partners/commission/rules/partner-list.ts";

const TODAY = "2026-11-20";

test.each([
  [{}, "2026-11-01", "2026-11-30", "2026-11", "2026-10"],
  [{ month: "2026-02" }, "2026-02-01", "2026-02-28", "2026-02", "2026-01"],
  [{ month: "2026-01" }, "2026-01-01", "2026-01-31", "2026-01", "2025-12"],
  [{ month: "2026-13" }, "2026-11-01", "2026-11-30", "2026-11", "2026-10"],
  [{ from: "2026-03-10", to: "2026-04-20" }, "2026-03-10", "2026-04-20", null, "2026-03"],
  [{ from: "2026-04-20", to: "2026-03-10" }, "2026-11-01", "2026-11-30", "2026-11", "2026-10"],
])("%o asks for %s to %s", (input, from, to, month, before) => {
  expect(countedDays(input, TODAY)).toEqual({ from, to, month, before });
});

test.each([
  "",
  "?month=2026-09&sort=name&page=2",
  "?from=2026-03-10&to=2026-04-20&q=casa&city=oaxaca&state=off&statement=paid&sort=-visits&by=campaign",
])("the address %s is written as it is read", (address) => {
  const query = partnerQueryOf(new URLSearchParams(address), TODAY);
  const params = Object.entries(partnerParams(query, TODAY)).filter(([, value]) => value !== null && value !== "");
  expect(partnerQueryOf(new URLSearchParams(params.map(([name, value]) => [name, String(value)])), TODAY)).toEqual(
    query,
  );
});

test("what is wrong in an address counts as not said", () => {
  const wrong = new URLSearchParams("sort=secret&page=0&state=x&statement=y&by=z");
  expect(partnerQueryOf(wrong, TODAY)).toEqual(partnerQueryOf(new URLSearchParams(), TODAY));
});

test("months to choose are the next, this one and a year back, and the one that is asked for", () => {
  expect(monthsToChoose(TODAY, "2026-11")).toHaveLength(14);
  expect(monthsToChoose(TODAY, null).slice(0, 2)).toEqual(["2026-12", "2026-11"]);
  expect(monthsToChoose(TODAY, "2024-01").at(-1)).toBe("2024-01");
});

test.each([
  ["draft", false, "draft"],
  ["paid", true, "paid"],
  [null, true, "open"],
  [null, false, "nothing"],
] as const)("a statement of state %s, open %s, is %s", (state, is_open, is) => {
  expect(statementState({ state, is_open }, { month: "2026-10", since: "2026-10-31" })).toBe(is);
});

test("of a month before the partner was added, only what is on it", () => {
  const before = { month: "2026-10", since: "2026-11-01" };
  expect(statementState({ state: null, is_open: false }, before)).toBeNull();
  expect(statementState({ state: null, is_open: true }, before)).toBe("open");
});

test("ways are summed by QR code or campaign", () => {
  const way = (over: Partial<Way>): Way => ({
    qr: null,
    campaign: "",
    placement: "",
    visits: 0,
    chose: 0,
    booked: 0,
    came: 0,
    ...over,
  });
  const ways = [
    way({ visits: 10, booked: 2, came: 1 }),
    way({ qr: "bar", campaign: "summer", placement: "counter", visits: 5, chose: 3, booked: 4, came: 4 }),
    way({ qr: "room", campaign: "summer", visits: 7, booked: 1 }),
  ];
  expect(allWays(ways)).toEqual({ visits: 22, chose: 3, booked: 7, came: 5 });
  expect(waysBy("qr", ways).map(({ id, placement, came }) => [id, placement, came])).toEqual([
    ["bar", "counter", 4],
    ["", "", 1],
    ["room", "", 0],
  ]);
  expect(waysBy("campaign", ways).map(({ id, visits, booked }) => [id, visits, booked])).toEqual([
    ["summer", 12, 5],
    ["", 10, 2],
  ]);
});
