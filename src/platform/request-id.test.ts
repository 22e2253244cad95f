import { expect, test } from "vitest";
import { readable } from "#src/platform/log.server.ts";
import { maskedPath, requestIdOf } from "#src/platform/request-id.server.ts";

test("only a trusted proxy names a request, and only well", () => {
  expect(requestIdOf("a-proxys-id.1", 1)).toBe("a-proxys-id.1");
  for (const [input, hops] of [
    ["a-proxys-id.1", 0],
    ["short", 1],
    ["two\nlines-of-it", 1],
    ["x".repeat(65), 1],
    [undefined, 1],
  ] as const)
    expect(requestIdOf(input, hops)).toMatch(/^[\da-f-]{36}$/);
});

test.each([
  ["/", "/"],
  ["/es/admin/bookings/export.csv", "/es/admin/bookings/export.csv"],
  ["/booking-confirmation/0f5c2a94-3a4e-4a0e-8f4e-1f6d2ad5a5ff/tickets.pdf", "/booking-confirmation/*/tickets.pdf"],
  ["/sandbox/pay/sbx_k3J", "/sandbox/pay/*"],
  ["/x/ana@example.test", "/x/*"],
  ["/%00", "/*"],
])("%s is logged as %s", (path, masked) => expect(maskedPath(path)).toBe(masked));

test("a line for people is one line, whatever it says", () => {
  const at = "2026-11-20T12:00:00.000Z";
  expect(readable({ at, level: "warn", event: "mail.failed", tries: 3, said: "no\nroom" })).toBe(
    String.raw`12:00:00 warn mail.failed tries=3 said="no\nroom"`,
  );
  expect(readable({ at, level: "error", event: "x", error: "E\n  at y" })).toBe("12:00:00 error x\n  E\n    at y");
});
