import { expect, test } from "vitest";
import {
  allWays,
  countedDays,
  monthsToChoose,
  PARTNER_LIST,
  partnerQueryOf,
  statementState,
  type Way,
  waysBy,
} from "#src/modules/partners/commission/rules/partner-list.ts";

const TODAY = "2026-11-20";
const NO_DAYS = { month: null, from: null, to: null };

test.each([
  [{}, "2026-11-01", "2026-11-30", "2026-11", "2026-10"],
  [{ month: "2026-02" }, "2026-02-01", "2026-02-28", "2026-02", "2026-01"],
  [{ month: "2026-01" }, "2026-01-01", "2026-01-31", "2026-01", "2025-12"],
  [{ from: "2026-03-10", to: "2026-04-20" }, "2026-03-10", "2026-04-20", null, "2026-03"],
  [{ from: "2026-04-20", to: "2026-03-10" }, "2026-11-01", "2026-11-30", "2026-11", "2026-10"],
])("%o asks for %s to %s", (input, from, to, month, before) => {
  expect(countedDays({ ...NO_DAYS, ...input }, TODAY)).toEqual({ from, to, month, before });
});

test.each([
  "",
  "?month=2026-09&sort=name&page=2",
  "?from=2026-03-10&to=2026-04-20&q=casa&city=oaxaca&state=off&statement=paid&sort=-visits&by=campaign",
])("the address %s is written as it is read", (address) => {
  const query = PARTNER_LIST.read(new URLSearchParams(address));
  expect(PARTNER_LIST.href("", query)).toBe(address);
});

const at = PARTNER_LIST.read(
  new URLSearchParams("month=2026-09&q=casa&state=off&sort=name&page=2&partner=p1&by=campaign"),
);
test.each([
  [{ partner: "p2" }, "?month=2026-09&q=casa&state=off&sort=name&page=2&partner=p2&by=campaign"],
  [{ partner: "p1", by: "qr" }, "?month=2026-09&q=casa&state=off&sort=name&page=2&partner=p1"],
  [{ partner: null }, "?month=2026-09&q=casa&state=off&sort=name&page=2&by=campaign"],
  [{ page: 3 }, "?month=2026-09&q=casa&state=off&sort=name&page=3&by=campaign"],
  [{ sort: "-visits" }, "?month=2026-09&q=casa&state=off&sort=-visits&partner=p1&by=campaign"],
  [{ month: "2026-08", from: null, to: null }, "?month=2026-08&q=casa&state=off&sort=name&partner=p1&by=campaign"],
  [{ state: null }, "?month=2026-09&q=casa&sort=name&by=campaign"],
  [{ q: "" }, "?month=2026-09&state=off&sort=name&by=campaign"],
] as const)("the chosen partner stays in another order and of other days, not on another page: %o", (change, href) => {
  expect(PARTNER_LIST.href("", at, change)).toBe(href);
});

test("forms keep what links would keep, the file all but the chosen partner", () => {
  const fieldsOf = (...names: (keyof typeof at)[]) => PARTNER_LIST.fields(at, names).map(([name]) => name);
  expect(fieldsOf("month", "from", "to")).toEqual(["q", "state", "sort", "partner", "by"]);
  expect(fieldsOf("q")).toEqual(["month", "state", "sort", "by"]);
  expect(fieldsOf("city", "state", "statement")).toEqual(["month", "q", "sort", "by"]);
  expect(PARTNER_LIST.href("", PARTNER_LIST.whole(at))).toBe("?month=2026-09&q=casa&state=off&sort=name");
});

test("what is wrong in an address counts as not said", () => {
  const wrong = new URLSearchParams("sort=secret&page=0&state=x&statement=y&by=z&month=2026-13&from=x");
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
