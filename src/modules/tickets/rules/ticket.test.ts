import { expect, test } from "vitest";
import {
  formatToken,
  guestNames,
  parseToken,
  readableCode,
  signedPart,
  normalizedCode,
} from "#src/modules/tickets/rules/ticket.ts";

const claim = {
  ticketId: "019aa000-0000-7000-8000-000000000001",
  departureId: "019aa000-0000-7000-8000-000000000002",
  keyId: "K7M2PQ",
};
const signature = "s".repeat(86);

test("a token is what it claims, then its signature", () => {
  const token = formatToken(claim, signature);
  expect(token).toBe(`${signedPart(claim)}.${signature}`);
  expect(parseToken(`  ${token}\n`)).toEqual({ ...claim, signature });
  expect(token.length).toBeLessThanOrEqual(180); // capacity of a QR code of 53 × 53 modules at correction level M
});

test.each([
  ["another version", `v2.${signedPart(claim).slice(3)}.${signature}`],
  ["no signature", signedPart(claim)],
  ["a short signature", formatToken(claim, "s".repeat(85))],
  ["a ticket id that is none", formatToken({ ...claim, ticketId: "1" }, signature)],
  ["a departure id that is none", formatToken({ ...claim, departureId: "x'; --" }, signature)],
  ["a key id with odd characters", formatToken({ ...claim, keyId: "../k" }, signature)],
  ["one part too many", `${formatToken(claim, signature)}.x`],
  ["a web address", "https://ronda.test/tickets"],
  ["nothing", ""],
])("%s is not a ticket", (_, text) => expect(parseToken(text)).toBeNull());

test("a code may be typed as it was read out", () => {
  expect(readableCode("K7M2PQ")).toBe("K7M 2PQ");
  expect(normalizedCode(" k7m-2pq ")).toBe("K7M2PQ");
});

test("everyone gets a ticket, named or not", () => {
  const booking = { first_name: "Ana", last_name: "Ruiz", number_of_people: 4, additional_names: [" Leo ", ""] };
  expect(guestNames(booking)).toEqual(["Ana Ruiz", "Leo", "", ""]);
  expect(guestNames({ ...booking, number_of_people: 1 })).toEqual(["Ana Ruiz"]);
});
