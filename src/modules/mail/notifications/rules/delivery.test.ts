import { expect, test } from "vitest";
import {
  isPutOff,
  isServersFault,
  MAX_TRIES,
  nextTry,
  refusesAddress,
  subjectLine,
  withoutToken,
} from "#src/modules/mail/notifications/rules/delivery.ts";

const now = new Date("2026-11-20T18:00:00Z");

test("six tries, each wait longer than the one before, then never again", () => {
  const waits = Array.from({ length: MAX_TRIES }, (_, i) => nextTry(i + 1, now)).map((at) => at && +at - +now);
  expect(waits.at(-1)).toBeNull();
  const real = waits.slice(0, -1) as number[];
  expect(real).toHaveLength(5);
  expect(real).toEqual([...new Set(real)].toSorted((a, b) => a - b));
  expect(nextTry(MAX_TRIES + 3, now)).toBeNull();
});

test.each([
  [{ command: "CONN" }, true], // refused, timed out, not found
  [{ command: "CONN", responseCode: 554 }, true],
  [{ command: "AUTH PLAIN", responseCode: 535 }, true],
  [{ command: "MAIL FROM", responseCode: 451 }, true],
  [{ command: "RCPT TO", responseCode: 421 }, true],
  [{}, true],
  [{ command: "RCPT TO", responseCode: 550 }, false],
  [{ command: "DATA", responseCode: 451 }, false],
])("a failure with %o is the mail server's: %s", (failure, servers) => {
  expect(isServersFault(failure)).toBe(servers);
});

test.each([
  [{ command: "RCPT TO", responseCode: 451 }, true],
  [{ command: "DATA", responseCode: 452 }, true],
  [{ command: "RCPT TO", responseCode: 421 }, false], // the server closes
  [{ command: "MAIL FROM", responseCode: 451 }, false],
  [{ command: "AUTH PLAIN", responseCode: 454 }, false],
  [{ command: "RCPT TO", responseCode: 550 }, false],
  [{ command: "DATA" }, false], // the line broke
])("a failure with %o puts off that email alone: %s", (failure, putOff) => {
  expect(isPutOff(failure)).toBe(putOff);
});

test.each([
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.1.1 <ana@gmial.test>: user unknown" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 no such mailbox" }, true],
  [{ command: "RCPT TO", responseCode: 553, response: "553 sorry, no mailbox here by that name" }, true],
  [{ command: "RCPT TO", responseCode: 556, response: "556 5.1.10 recipient address has null MX" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.2.1 mailbox disabled" }, true],
  [{ command: "DATA", responseCode: 550, response: "550-5.1.1 The email account does not exist" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.1 Recipient address rejected: Access denied." }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.4 domain not found" }, true],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.4.1 no answer from host" }, false],
  [{ command: "DATA", responseCode: 550, response: "550 message refused" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.7.1 relay denied by policy" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 Relaying not permitted" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 blocked, see https://lists.example/why" }, false],
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.1.8 bad sender" }, false],
  [{ command: "RCPT TO", responseCode: 552, response: "552 5.2.2 mailbox full" }, false],
  [{ command: "RCPT TO", responseCode: 554, response: "554 transaction failed" }, false],
  [{ command: "RCPT TO", responseCode: 450, response: "450 5.1.1 not yet" }, false],
  [{ command: "MAIL FROM", responseCode: 550, response: "550 5.1.1 who are you" }, false],
  [{ command: "CONN" }, false],
])("a failure with %o is the address's own, for good: %s", (failure, refused) => {
  expect(refusesAddress(failure)).toBe(refused);
});

test("a practice booking is told in the subject", () => {
  expect(subjectLine("Your tickets", true)).toBe("[TEST] Your tickets");
  expect(subjectLine("Your tickets", false)).toBe("Your tickets");
});

const USER = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";
const link = (over: object = {}) => ({ userId: USER, token: "t", until: "2026-11-20T19:00:00Z", ...over });

test("what is kept of an email that has left holds no token", () => {
  const texts = { html: `<a href="/reset?token=abc.D-e_f">abc.D-e_f</a>`, text: "abc.D-e_f" };
  const record = withoutToken(link({ token: "abc.D-e_f" }), texts);
  expect(JSON.stringify(record)).not.toContain("abc.D-e_f");
  expect(JSON.parse(record["payload"]!)).toEqual(link({ token: null }));
  expect(withoutToken({ bookingId: "x" }, texts)).toEqual(texts);
  expect(withoutToken(link({ token: null }), texts)).toEqual(texts);
});
