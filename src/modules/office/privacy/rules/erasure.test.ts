import { expect, test } from "vitest";
import { anchorIn, blocksOf, isBlocked } from "#src/modules/office/privacy/rules/erasure.ts";

const id = "6f1c1f5e-0d0c-4a53-9a52-1f0f8b9c7d11";

test.each([
  [`booking.${id}`, { kind: "booking", id }],
  [`email.${id}`, { kind: "email", id }],
  [`partner.${id}`, null],
  [`booking.${id}.${id}`, null],
  ["booking.ana@guest.test", null],
  ["", null],
  [null, null],
])("%s names %j", (text, anchor) => expect(anchorIn(text)).toEqual(anchor));

const NOW = new Date("2026-11-20T18:00:00Z");
const night = (over: object) => ({
  id,
  reference: "RND-1",
  status: "confirmed",
  ends_at: new Date("2026-11-19T06:00:00Z"),
  open: false,
  ...over,
});
const account = { id, role: "customer", verified: true, till: false };

test.each([
  ["a night that is over", [night({})], account, false],
  ["a night to come", [night({ ends_at: new Date("2026-11-21T06:00:00Z") })], null, true],
  [
    "a night to come that was cancelled",
    [night({ status: "cancelled", ends_at: new Date("2026-11-21T06:00:00Z") })],
    null,
    false,
  ],
  ["money that isn't settled", [night({ open: true })], null, true],
  ["a guide", [], { ...account, role: "guide" }, true],
  ["who was a guide, with a till", [], { ...account, till: true }, true],
  ["nobody", [], null, false],
])("%s keeps them from being erased", (_, bookings, whose, expected) =>
  expect(isBlocked(blocksOf({ bookings, purchases: [] }, whose, NOW))).toBe(expected),
);
