import { expect, test } from "vitest";
import { isAdmin, sameOriginPath } from "#src/modules/identity/rules.ts";

const user = { email: "Ops@Ronda.test", email_verified: true, role: null };
test.each([
  [user, true],
  [{ ...user, email_verified: false }, false],
  [{ ...user, email: "guest@ronda.test" }, false],
  [{ email: "guest@ronda.test", email_verified: true, role: "admin" }, true],
])("%o is an admin: %s", (given, expected) => expect(isAdmin(given, ["ops@ronda.test"])).toBe(expected));

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
