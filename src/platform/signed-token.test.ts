import { expect, test } from "vitest";
import { readToken, signToken } from "#src/platform/signed-token.server.ts";

const SECRET = "a secret of the tests, long enough to be one";
const NOON = new Date("2026-03-06T12:00:00Z");
const until = new Date(NOON.getTime() + 60_000);
const token = signToken(SECRET, { purpose: "sign-up", until }, { email: "sofía@example.test" });
const [payload = "", signature = ""] = token.split(".");

test("a token says what it was signed with until its end", () => {
  expect(readToken(SECRET, "sign-up", token, NOON)).toEqual({ email: "sofía@example.test" });
  expect(readToken(SECRET, "sign-up", token, new Date(until.getTime() - 1))).toEqual({ email: "sofía@example.test" });
  expect(readToken(SECRET, "sign-up", token, until)).toBe("expired");
});

test.each([
  ["one for another purpose", "email-change", token],
  ["one with another payload", "sign-up", `${payload}A.${signature}`],
  ["one with another signature", "sign-up", `${payload}.${signature.slice(0, -1)}_`],
  ["one without a signature", "sign-up", payload],
  ["an empty one", "sign-up", ""],
  ["a very long one", "sign-up", `${"A".repeat(100_000)}.${signature}`],
])("%s is none", (_, purpose, changed) => {
  expect(readToken(SECRET, purpose, changed, NOON)).toBeNull();
});

test("a token of another secret is none", () => {
  expect(readToken(`${SECRET}!`, "sign-up", token, NOON)).toBeNull();
});
