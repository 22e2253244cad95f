import { expect, test } from "vitest";
import { inPeriod, REPORT_ADDRESS } from "#src/modules/office/reports/rules/address.ts";

const ID = "11111111-2222-4333-8444-555555555555";
const read = (query: string) => REPORT_ADDRESS.read(new URLSearchParams(query));

test.each([
  ["currency=MXN", {}, "?currency=MXN"],
  ["currency=MXN", { currency: null }, ""],
  ["", inPeriod("12m"), "?period=12m"],
  ["period=12m", inPeriod("30d"), ""],
  ["", { by: "service", city: "oaxaca", table: "weeks" }, "?by=service&city=oaxaca&table=weeks"],
  [
    "city=oaxaca&by=service&table=weeks&currency=USD",
    { partner: ID },
    `?by=service&city=oaxaca&partner=${ID}&currency=USD&table=weeks`,
  ],
  ["table=weeks", { chart: "sales" }, "?table=weeks&chart=sales"],
  ["chart=sales&city=oaxaca", { city: null }, ""],
  // days of one's own stay, until another time is chosen
  ["from=2026-01-01&to=2026-02-01", {}, "?from=2026-01-01&to=2026-02-01"],
  ["from=2026-01-01&to=2026-02-01", { city: "oaxaca" }, "?from=2026-01-01&to=2026-02-01&city=oaxaca"],
  ["from=2026-01-01&to=2026-02-01", inPeriod("7d"), "?period=7d"],
] as const)("?%s with %o is %s", (query, change, href) => {
  expect(REPORT_ADDRESS.href("", read(query), change)).toBe(href);
});

test("only charts can be shown as tables or files; what is invalid is ignored", () => {
  const charts = (name: "table" | "chart") => ["weeks", "money", ""].map((one) => read(`${name}=${one}`)[name]);
  expect(charts("table")).toEqual(["weeks", null, null]);
  expect(charts("chart")).toEqual(["weeks", null, null]);
  expect(read("period=1d&by=x&from=2026-02-31&partner=p&currency=XYZ")).toEqual(read(""));
});
