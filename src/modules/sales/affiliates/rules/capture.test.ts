import { expect, test } from "vitest";
import { captureOf, expiryOf, isExpired } from "#src/modules/sales/affiliates/rules/capture.ts";

const NOW = Date.parse("2026-11-20T18:00:00Z");
const DAY = 24 * 60 * 60_000;

test.each([
  ["/?affiliate=CASA-77", "CASA-77", null, "/"],
  ["/es?affiliate=casa.1&qr=door_2#booking", "casa.1", "door_2", "/es#booking"],
  ["/crawls?city=m%C3%A9xico&affiliate=a&page=2", "a", null, "/crawls?city=m%C3%A9xico&page=2"],
  ["/?a=1+2&qr=x", null, "x", "/?a=1+2"],
  ["/?affiliate=one&affiliate=two", "one", null, "/"],
  ["/?affiliate=", null, null, "/"],
  ["/?affiliate", null, null, "/"],
  ["/?%61ffiliate=a", "a", null, "/"],
  ["/?affiliate=%0D%0ASet-Cookie:x", null, null, "/"],
  ["/?affiliate=%20CASA%20", "CASA", null, "/"],
  ["/?affiliate=a%00b", null, null, "/"],
  ["/?affiliate=<script>", null, null, "/"],
  [`/?affiliate=${"a".repeat(64)}`, "a".repeat(64), null, "/"],
  [`/?affiliate=${"a".repeat(65)}`, null, null, "/"],
  ["/?affiliates=a&sqr=1", null, null, "/?affiliates=a&sqr=1"],
])("%s gives the code %s, the scan %s and leaves %s", (path, affiliate, qr, rest) =>
  expect(captureOf(`https://ronda.example${path}`)).toEqual({ affiliate, qr, rest }),
);

test.each([
  ["just captured", String(expiryOf(NOW)), false],
  ["in its last millisecond", String(NOW + 1), false],
  ["at its end", String(NOW), true],
  ["31 days old", String(expiryOf(NOW - 31 * DAY)), true],
  ["longer than any capture lasts", String(NOW + 31 * DAY), true],
  ["no time", "soon", true],
  ["empty", "", true],
  ["missing", null, true],
])("a code that is %s: expired %s", (_, expiry, over) => expect(isExpired(expiry, NOW)).toBe(over));

test("a code counts for 30 days", () => expect(expiryOf(NOW) - NOW).toBe(30 * DAY));
