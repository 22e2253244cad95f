import { expect, test } from "vitest";
import { addressOf, changesOf, entryId, filterOf } from "#src/modules/base/audit/rules/audit-log.ts";

test("changes are read in their order, and what is none is left out", () => {
  expect(changesOf({ status: { old: "pending", new: "confirmed" }, note: "x", price: { new: 400 } })).toEqual([
    { field: "status", old: "pending", now: "confirmed" },
    { field: "price", old: undefined, now: 400 },
  ]);
  for (const stored of [null, "text", [1, 2], 7]) expect(changesOf(stored)).toEqual([]);
});

test("an address asks for what is sense in it", () => {
  const address = "who=%20lucia%20&from=2026-11-20&to=2026-13-01&q=&subject=abc&action=coupon.updated";
  expect(filterOf(new URLSearchParams(address))).toEqual({
    who: "lucia",
    action: "coupon.updated",
    type: null,
    subject: "abc",
    from: "2026-11-20",
    to: null,
    text: null,
  });
});

test.each([
  ["42", 42],
  ["-1", null],
  ["1e3", null],
  [null, null],
])("%o as an entry's id is %o", (text, id) => {
  expect(entryId(text)).toBe(id);
});

test("a filter's address asks for the same filter", () => {
  const address = "who=guest&action=booking.held&type=booking&subject=b1&from=2026-11-01&to=2026-11-20&q=50%25";
  const filter = filterOf(new URLSearchParams(address));
  expect(filterOf(new URLSearchParams(addressOf(filter)))).toEqual(filter);
  expect(
    addressOf({ ...filter, who: null, action: null, subject: null, from: null, to: null, text: null }, ["older", 7]),
  ).toBe("?type=booking&older=7");
});
