import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BUILT_IN_VIEWS,
  daysMeant,
  filtersSet,
  moneyStateOf,
  NEWEST_FIRST,
  NO_FILTERS,
  readQuery,
  stateOf,
  viewQuery,
  writeQuery,
} from "#src/modules/office/booking-admin/rules/filters.ts";

const read = (query: string) => readQuery(new URLSearchParams(query));
const ID = "0193f7a0-1111-7222-8333-444455556666";

test("an address without a query is everything, the newest first", () => {
  expect(read("")).toMatchObject({ filters: NO_FILTERS, sort: NEWEST_FIRST, rows: 50, after: null, before: null });
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
  ["partner=Casa+77&doubt=maybe", { partner: null, doubt: null }],
  ["source=admin", { source: "admin" }],
  ["source=phone", { source: null }],
  ["people=6", { people: 6 }],
  ["people=-1", { people: null }],
])("%s asks for %j", (query, filters) => {
  expect(read(query).filters).toEqual({ ...NO_FILTERS, ...filters });
});

test("a place in the list is a booking and its row; anything else is the beginning", () => {
  expect(read(`after=${ID}.50`).after).toEqual({ id: ID, row: 50 });
  expect(read(`after=${ID}`).after).toBeNull();
  expect(read(`before=1;drop.1`).before).toBeNull();
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
      const once = readQuery(new URLSearchParams(pairs));
      expect(readQuery(writeQuery(once))).toEqual({ ...once, after: null, before: null });
    }),
  );
});

test("a view keeps no place and no open panel", () => {
  expect(viewQuery(`?night=next14&after=${ID}.50&open=${ID}&sort=-booked&rows=50`)).toBe("night=next14");
  for (const { query } of BUILT_IN_VIEWS) expect(viewQuery(query)).toBe(query);
});

test.each([
  ["today", { from: "2026-11-20", to: "2026-11-20" }],
  ["next14", { from: "2026-11-20", to: "2026-12-03" }],
  ["last30", { from: "2026-10-22", to: "2026-11-20" }],
] as const)("%s on 20 November", (span, days) => expect(daysMeant(span, "2026-11-20")).toEqual(days));

test("the words are searched, not a filter that is set", () => {
  expect(filtersSet(read("q=a&state=hold&night=today").filters)).toEqual(["night", "state"]);
});

describe("a booking's state", () => {
  const now = new Date("2026-11-20T18:00:00Z");
  const minutes = (by: number) => new Date(+now + by * 60_000);
  const confirmed = {
    status: "confirmed",
    cancel_reason: null,
    hold_expires_at: now,
    voucher_until: null,
    kept_for: null,
  };
  const pending = { ...confirmed, status: "pending", hold_expires_at: minutes(12) };
  const cancelled = { ...confirmed, status: "cancelled", cancel_reason: "customer" };
  test.each([
    ["confirmed", confirmed],
    ["hold", pending],
    ["voucher", { ...pending, voucher_until: minutes(600) }],
    ["bank", { ...pending, kept_for: "bank" }],
    ["by_hand", { ...pending, kept_for: "by_hand" }],
    ["lapsed", { ...pending, hold_expires_at: now }],
    ["lapsed", { ...cancelled, cancel_reason: "expired" }],
    ["cancelled", cancelled],
  ] as const)("%s", (state, facts) => expect(stateOf(facts, now)).toBe(state));
});

describe("a booking's money has a state of its own", () => {
  const nothing = {
    dispute: null,
    review: false,
    refund_failed: false,
    hand_over: false,
    transfer: false,
    refunding: false,
  };
  const cancelled = { ...nothing, status: "cancelled", given_back: 0 };
  test.each([
    [null, cancelled],
    ["disputed", { ...cancelled, status: "confirmed", dispute: "open", review: true, refund_failed: true }],
    ["lost", { ...cancelled, status: "confirmed", dispute: "lost", given_back: 100 }],
    ["review", { ...cancelled, review: true, refund_failed: true }],
    ["refund_failed", { ...cancelled, refund_failed: true, hand_over: true }],
    ["hand_over", { ...cancelled, hand_over: true, given_back: 100 }],
    ["transfer", { ...cancelled, transfer: true, refunding: true }],
    ["refunding", { ...cancelled, refunding: true, given_back: 100 }],
    ["refunded", { ...cancelled, given_back: 100 }],
    ["part_refunded", { ...cancelled, status: "confirmed", given_back: 100 }],
  ] as const)("%s", (state, facts) => expect(moneyStateOf(facts)).toBe(state));
});
