import fc from "fast-check";
import { expect, test } from "vitest";
import {
  beside,
  besideNumber,
  choice,
  choiceOr,
  chosen,
  count,
  day,
  id,
  inRole,
  listAddress,
  matching,
  order,
  page,
  panel,
  search,
  several,
  someOf,
  sortOf,
  upAndDown,
  view,
  words,
} from "#src/kernel/list-address.ts";

const UUID = "11111111-2222-4333-8444-555555555555";
const LIST = listAddress({
  view: view(["new", "all"], "new"),
  q: search(),
  who: words(),
  stars: choice([5, 4]),
  days: choiceOr([7, 30], 30),
  city: matching((text) => /^[a-z]+$/.test(text)),
  crawl: id(),
  from: day(),
  state: someOf(["open", "done", "late"]),
  tag: several((text) => /^[a-z]+$/.test(text)),
  people: count(100),
  sort: order(["-created", ...upAndDown(["code"])], "-created"),
  cols: inRole("layout", someOf(["name", "total", "date"], ["name", "date"])),
  page: page(),
  older: besideNumber(),
  after: beside(),
  open: panel(),
});
const read = (query: string) => LIST.read(new URLSearchParams(query));
const USUAL = read("");

test.each([
  ["q=+luc%C3%ADa%0Ap+", { q: "lucía p" }],
  [`q=${"a".repeat(300)}`, { q: "a".repeat(100) }],
  ["q=%20&who=%20", {}],
  ["who=guest", { who: "guest" }],
  ["stars=4", { stars: 4 }],
  ["stars=6", {}],
  ["stars=04", {}],
  ["days=7", { days: 7 }],
  ["days=x", {}],
  ["city=cdmx", { city: "cdmx" }],
  ["city=' or 1", {}],
  [`crawl=${UUID}`, { crawl: UUID }],
  ["crawl=1", {}],
  ["from=2026-11-20", { from: "2026-11-20" }],
  ["from=2026-02-31", {}],
  ["from=+2026-11-20+", { from: "2026-11-20" }],
  ["state=late,open,x", { state: ["open", "late"] }],
  ["state=late&state=open", { state: ["open", "late"] }],
  ["state=x", {}],
  ["cols=total", { cols: ["total"] }],
  ["cols=date,name", {}],
  ["cols=x", {}],
  ["tag=b,a&tag=1,b", { tag: ["b", "a", "b"] }],
  ["people=6", { people: 6 }],
  ["people=101", {}],
  ["people=1.5", {}],
  ["people=", {}],
  ["sort=-code", { sort: "-code" }],
  ["sort=created", {}],
  ["page=3", { page: 3 }],
  ["page=9999", { page: 9999 }],
  ["page=0", {}],
  ["page=-1", {}],
  ["page=2x", {}],
  ["page=1e3", {}],
  ["page=99999", {}],
  ["older=42", { older: 42 }],
  ["older=-1", {}],
  [`after=${UUID}`, { after: UUID }],
  ["after=1", {}],
  ["open=x", { open: "x" }],
  ["view=all&nope=1", { view: "all" }],
])("?%s is read, and what is invalid in it ignored", (query, expected) => {
  expect(read(query)).toEqual({ ...USUAL, ...expected });
});

test("what is usual isn't in the address, and the order is that of the declaration", () => {
  expect(LIST.href("/list", USUAL)).toBe("/list");
  expect(LIST.href("/list", USUAL, { page: 1, days: 30, view: "new" })).toBe("/list");
  expect(LIST.href("/list", read("page=2&q=a%26b&view=all"))).toBe("/list?view=all&q=a%26b&page=2");
});

test("another filter, view or order begins at the first page, and only a link that names a row opens it", () => {
  const at = read("q=a&page=3&older=7&open=x");
  expect(LIST.href("/list", at, { stars: 5 })).toBe("/list?q=a&stars=5");
  expect(LIST.href("/list", at, { view: "all", q: "" })).toBe("/list?view=all");
  expect(LIST.href("/list", at, { sort: "code", page: 2 })).toBe("/list?q=a&sort=code&page=2");
  expect(LIST.href("/list", at, { page: 4, older: null })).toBe("/list?q=a&page=4");
  expect(LIST.href("/list", at, { cols: ["total"] })).toBe("/list?q=a&cols=total");
  expect(LIST.href("/list", at)).toBe("/list?q=a&page=3&older=7");
  expect(LIST.href("/list", at, { open: "y" })).toBe("/list?q=a&page=3&older=7&open=y");
  expect(LIST.pairs(LIST.whole(at), ["q"])).toEqual([]);
});

test("view, order, layout and place are no filters", () => {
  expect(LIST.isFiltered(read("view=all&sort=code&cols=total&page=2&open=x"))).toBe(false);
  expect(LIST.isFiltered(read("days=7"))).toBe(true);
  expect(LIST.isFiltered(read("q=a"))).toBe(true);
});

test("a row beside the list stays in another order, until other rows are listed; what is shown of it stays always", () => {
  const list = listAddress({
    q: search(),
    sort: order(["a", "b"], "a"),
    page: page(),
    row: chosen(),
    by: inRole("aspect", choice(["x"])),
  });
  const at = list.read(new URLSearchParams("q=a&page=2&row=r&by=x"));
  expect(list.href("/list", at, { sort: "b" })).toBe("/list?q=a&sort=b&row=r&by=x");
  expect(list.href("/list", at, { by: null })).toBe("/list?q=a&page=2&row=r");
  expect(list.href("/list", at, { row: "s" })).toBe("/list?q=a&page=2&row=s&by=x");
  expect(list.href("/list", at, { page: 3 })).toBe("/list?q=a&page=3&by=x");
  expect(list.href("/list", at, { q: "" })).toBe("/list?by=x");
  expect(list.fields(at, ["q"])).toEqual([["by", "x"]]);
  expect(list.fields(at, ["sort"])).toEqual([
    ["q", "a"],
    ["row", "r"],
    ["by", "x"],
  ]);
  expect(list.pairs(list.whole(at))).toEqual([["q", "a"]]);
});

test("filters are named in their order, and may be reset without the rest", () => {
  expect(LIST.filters).toEqual(["q", "who", "stars", "days", "city", "crawl", "from", "state", "tag", "people"]);
  expect(LIST.href("/list", USUAL, LIST.unfiltered(read("q=a&state=open&sort=code&cols=total&page=2")))).toBe(
    "/list?sort=code&cols=total",
  );
});

test("an order is a column and a direction", () => {
  expect([sortOf("-code"), sortOf("code")]).toEqual([
    { by: "code", descending: true },
    { by: "code", descending: false },
  ]);
});

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("all", "5", "7", "open,late", "total,x", "a,b", "cdmx", UUID, "2026-11-20", "code", "12"),
);

test("an address made of what was read says the same, whatever was in it", () => {
  const input = fc.dictionary(fc.constantFrom(...Object.keys(USUAL), "other"), text);
  fc.assert(
    fc.property(input, (params) => {
      const values = LIST.read(new URLSearchParams(params));
      const query = new URLSearchParams(LIST.pairs(values));
      expect(LIST.read(query)).toEqual(values);
      expect(new URLSearchParams(LIST.pairs(LIST.read(query))).toString()).toBe(query.toString());
    }),
  );
});
