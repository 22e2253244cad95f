import { expect, test } from "vitest";
import { CRAWL_LIST } from "#src/modules/site/catalog/rules/crawl-list.ts";

const read = (query: string) => CRAWL_LIST.read(new URLSearchParams(query));

test.each([
  ["", {}],
  ["q=+tequila%0A&city=oaxaca&state=inactive", { q: "tequila", city: "oaxaca", state: "inactive" }],
  ["city=M%C3%A9xico&state=deleted", {}],
])("?%s is read", (query, values) => expect(read(query)).toEqual({ q: "", city: null, state: null, ...values }));

test("links keep the other filters, in the order that addresses have always had", () => {
  const at = read("state=active&city=oaxaca&q=a");
  expect(CRAWL_LIST.href("/c", at, { state: null })).toBe("/c?q=a&city=oaxaca");
  expect(CRAWL_LIST.href("/c", at)).toBe("/c?q=a&city=oaxaca&state=active");
  expect(CRAWL_LIST.fields(at, ["q"])).toEqual([
    ["city", "oaxaca"],
    ["state", "active"],
  ]);
});
