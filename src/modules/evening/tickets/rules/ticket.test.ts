import fc from "fast-check";
import { create } from "qrcode";
import { expect, test } from "vitest";
import {
  formatToken,
  guestNames,
  parseToken,
  readableCode,
  signedPart,
  normalizedCode,
} from "#src/modules/evening/tickets/rules/ticket.ts";

const claim = {
  ticketId: "019aa000-0000-7000-8000-000000000001",
  departureId: "019aa000-0000-7000-8000-000000000002",
  keyId: "K7M2PQ",
};
const signature = `${"s".repeat(85)}g`;
/** As tickets were written before. */
const long = (of: typeof claim, signed = signature) => `${signedPart(of)}.${signed}`;

test("a token says what it claims, and its signature, in a small code", () => {
  const token = formatToken(claim, signature);
  expect(parseToken(`  ${token}\n`)).toEqual({ ...claim, signature });
  expect(create(token, { errorCorrectionLevel: "M" }).modules.size).toBe(41);
  expect(create(long(claim), { errorCorrectionLevel: "M" }).modules.size).toBe(53);
});

test.each([
  ["a code of before", long(claim), claim],
  ["a key of another length", formatToken({ ...claim, keyId: "k1" }, signature), { ...claim, keyId: "k1" }],
  [
    "a key that begins with the first digit",
    formatToken({ ...claim, keyId: "AAb_9z" }, signature),
    { keyId: "AAb_9z" },
  ],
])("%s is read", (_, token, expected) => expect(parseToken(token)).toMatchObject({ ...expected, signature }));

test("ids and signatures of any bits come back", () => {
  const bits = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((some) => Buffer.from(some).toString("base64url"));
  const key = fc.stringMatching(/^\w{6}$/);
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), key, bits, (ticketId, departureId, keyId, signed) => {
      const one = { ticketId, departureId, keyId };
      expect(parseToken(formatToken(one, signed))).toEqual({ ...one, signature: signed });
    }),
  );
});

test.each([
  ["another version", `v2.${long(claim).slice(3)}`],
  ["no signature", signedPart(claim)],
  ["a short signature", long(claim, "s".repeat(85))],
  ["a ticket id that is none", long({ ...claim, ticketId: "1" })],
  ["a departure id that is none", long({ ...claim, departureId: "x'; --" })],
  ["a key id with odd characters", long({ ...claim, keyId: "../k" })],
  ["one part too many", `${long(claim)}.x`],
  ["a small code without its last sign", formatToken(claim, signature).slice(0, -1)],
  ["a small code with one sign too many", `${formatToken(claim, signature)}0`],
  ["a small code in small letters", formatToken(claim, signature).toLowerCase()],
  ["a number beyond any claim", `V2.${":".repeat(148)}`],
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
