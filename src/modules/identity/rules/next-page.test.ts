import { expect, test } from "vitest";
import { sameOriginPath } from "#src/modules/identity/rules/next-page.ts";

test.each([
  ["/bookings", "/bookings"],
  ["/es/checkout?departure=1#x", "/es/checkout?departure=1#x"],
  [null, "/"],
  ["", "/"],
  ["https://evil.example", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/a\\..\\b", "/"],
  ["javascript:alert(1)", "/"],
])("after signing in %s leads to %s", (next, path) => expect(sameOriginPath(next)).toBe(path));
