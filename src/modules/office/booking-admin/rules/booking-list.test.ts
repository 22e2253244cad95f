import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BOOKING_LIST,
  bookingQueryIn,
  BUILT_IN_VIEWS,
  daysMeant,
  filtersOf,
  filtersSet,
  listText,
  rowBeside,
  viewOf,
  viewQuery,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";

const ID = "0193f7a0-1111-7222-8333-444455556666";

const NO_FILTERS = {
  q: "",
  night: null,
  sold: null,
  crawl: [],
  city: [],
  state: [],
  payment: null,
  provider: [],
  coupon: null,
  partner: null,
  doubt: null,
  table: null,
  source: null,
  lang: null,
  currency: null,
  people: null,
  tag: [],
};

test("an address without a query is everything, the newest first", () => {
  expect(bookingQueryIn()).toEqual({
    ...NO_FILTERS,
    sort: "-booked",
    rows: 25,
    cols: ["guests", "crawl", "night", "total", "state", "booked"],
    after: null,
    before: null,
    open: null,
  });
});

test.each([
  ["q=+Sof%C3%ADa+", { q: "Sofía" }],
  ["night=next14", { night: "next14" }],
  ["night=2026-11-20..2026-12-03", { night: { from: "2026-11-20", to: "2026-12-03" } }],
  ["sold=..2026-12-03", { sold: { to: "2026-12-03" } }],
  ["sold=2026-02-31..", { sold: null }],
  ["night=whenever", { night: null }],
  [`crawl=${ID},nope`, { crawl: [ID] }],
  ["city=oaxaca,mexico-city", { city: ["oaxaca", "mexico-city"] }],
  ["state=confirmed,hold,nope", { state: ["hold", "confirmed"] }],
  ["payment=paid&provider=paypal,stripe", { payment: "paid", provider: ["stripe", "paypal"] }],
  ["payment=maybe&lang=fr&currency=XYZ", { payment: null, lang: null, currency: null }],
  ["coupon=FIESTA", { coupon: "FIESTA" }],
  [`partner=${ID}&doubt=open`, { partner: ID, doubt: "open" }],
  ["partner=any", { partner: "any" }],
  ["table=RON-ABC234", { table: "RON-ABC234" }],
  ["partner=Casa+77&doubt=maybe", { partner: null, doubt: null }],
  ["source=admin", { source: "admin" }],
  ["source=phone", { source: null }],
  ["people=6", { people: 6 }],
  ["people=-1", { people: null }],
  ["people=06", { people: 6 }],
  // as forms write them
  ["state=review&state=hold&provider=paypal&q=", { state: ["hold", "review"], provider: ["paypal"] }],
  [
    "night_from=2026-11-20&night_to=&sold_from=&sold_to=2026-12-03",
    { night: { from: "2026-11-20" }, sold: { to: "2026-12-03" } },
  ],
  ["night=next7&night_from=2026-11-20", { night: "next7" }],
  ["coupon=+FIESTA+&partner=+CASA-77+", { coupon: "FIESTA", partner: "CASA-77" }],
])("%s asks for %j", (query, filters) => {
  expect(filtersOf(bookingQueryIn(query))).toEqual({ ...NO_FILTERS, ...filters });
});

test("a place in the list is a booking and its row; anything else is the beginning", () => {
  const read = (query: string) => {
    const { after, before } = bookingQueryIn(query);
    return [rowBeside(after), rowBeside(before)];
  };
  expect(read(`after=${ID}.50`)).toEqual([{ id: ID, row: 50 }, null]);
  expect(read(`after=${ID}`)).toEqual([null, null]);
  expect(read(`before=1;drop.1`)).toEqual([null, null]);
});

test("what is read of an address and written again is the same view", () => {
  const word = fc.constantFrom(
    "",
    "x",
    "Sofía ~%_",
    "2026-11-20..",
    "next7",
    "last30",
    "any",
    ID,
    "hold,review",
    "es",
    "web",
  );
  const names = fc.constantFrom(...Object.keys(NO_FILTERS), "sort", "rows", "cols", "after", "open");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, word), { maxLength: 12 }), (pairs) => {
      const once = bookingQueryIn(new URLSearchParams(pairs));
      expect(bookingQueryIn(listText(once))).toEqual({ ...once, after: null, before: null, open: null });
    }),
  );
});

test.each([
  ["tag=t&people=6&rows=25&sort=-booked&q=a&nope=1", "q=a&people=6"],
  [
    "cols=booked,guests&rows=50&sort=name&state=hold&night=next14",
    "night=next14&state=hold&sort=name&rows=50&cols=guests%2Cbooked",
  ],
  ["cols=booked,state,total,night,crawl,guests", ""],
  [`open=x&after=${ID}.50&sort=-total&lang=es`, "lang=es&sort=-total"],
])("%s is written as %s", (query, text) => expect(listText(bookingQueryIn(query))).toBe(text));

test("links keep what they don't change, and a row that opens stays on its page", () => {
  const at = bookingQueryIn(`q=a&state=hold&sort=night&rows=50&after=${ID}.50&open=x`);
  const href = (change = {}) => BOOKING_LIST.href("/b", at, change);
  expect(href({ open: "y" })).toBe(`/b?q=a&state=hold&sort=night&rows=50&after=${ID}.50&open=y`);
  expect(href({ after: null, before: `${ID}.51` })).toBe(`/b?q=a&state=hold&sort=night&rows=50&before=${ID}.51`);
  expect(href({ rows: 25 })).toBe("/b?q=a&state=hold&sort=night");
  expect(href({ cols: ["email"] })).toBe("/b?q=a&state=hold&sort=night&rows=50&cols=email");
  expect(href({ state: [] })).toBe("/b?q=a&sort=night&rows=50");
  expect(href(BOOKING_LIST.unfiltered(at))).toBe("/b?sort=night&rows=50");
});

test("columns and the size of pages make no other view", () => {
  expect(viewOf(bookingQueryIn("cols=email&rows=50&state=hold"))).toBe(viewOf(bookingQueryIn("state=hold")));
  expect(viewOf(bookingQueryIn("state=hold&sort=name"))).not.toBe(viewOf(bookingQueryIn("state=hold")));
});

test("a view keeps no place and no open panel", () => {
  expect(viewQuery(`?night=next14&after=${ID}.50&open=${ID}&sort=-booked&rows=25`)).toBe("night=next14");
  for (const { query } of BUILT_IN_VIEWS) expect(viewQuery(query)).toBe(query);
});

test.each([
  ["today", { from: "2026-11-20", to: "2026-11-20" }],
  ["next14", { from: "2026-11-20", to: "2026-12-03" }],
  ["last30", { from: "2026-10-22", to: "2026-11-20" }],
] as const)("%s on 20 November", (span, days) => expect(daysMeant(span, "2026-11-20")).toEqual(days));

test("the words are searched, not a filter that is set", () => {
  expect(filtersSet(bookingQueryIn("q=a&state=hold&night=today"))).toEqual(["night", "state"]);
});
