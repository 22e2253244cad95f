import { expect, test } from "vitest";
import { readScan } from "#src/modules/evening/door/rules/scan.ts";
import { checkSignature } from "#src/modules/evening/door/admin/check-signature.ts";
import { formatToken, signedPart } from "#src/modules/evening/tickets/rules/ticket.ts";

const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
const KEYS = { KEY123: x };
const claim = {
  ticketId: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01",
  departureId: "6f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b02",
  keyId: "KEY123",
};
const signatureOf = async (one: typeof claim) => {
  const bytes = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(signedPart(one)));
  return Buffer.from(bytes).toString("base64url");
};
const sign = async (one: typeof claim) => formatToken(one, await signatureOf(one));
/** As tickets drawn before say it. */
const good = `${signedPart(claim)}.${await signatureOf(claim)}`;
const small = await sign(claim);
const other = { ...claim, ticketId: claim.departureId };
/** The same signature spelled with other spare bits. */
const respelled = good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) + 1);

test.each([
  ["a ticket", good, { genuine: true, ticketId: claim.ticketId, departureId: claim.departureId }],
  ["a ticket with white space around", ` ${good}\n`, { genuine: true }],
  ["a ticket with a small code", small, { genuine: true, ticketId: claim.ticketId, departureId: claim.departureId }],
  ["a small code with white space around", ` ${small}\n`, { genuine: true }],
  ["half a small code", small.slice(0, 60), { genuine: false, reason: "cut" }],
  ["a small code without its last sign", small.slice(0, -1), { genuine: false, reason: "cut" }],
  ["a text that begins like a small code", "V2.0 IS OUT", { genuine: false, reason: "foreign" }],
  [
    "a small code with another's signature",
    formatToken(other, await signatureOf(claim)),
    { genuine: false, reason: "forged" },
  ],
  ["a menu", "https://menu.example/tacos", { genuine: false, reason: "foreign" }],
  ["nothing", "", { genuine: false, reason: "foreign" }],
  ["a text that begins alike", "v1.0.2 release", { genuine: false, reason: "foreign" }],
  ["half a ticket", good.slice(0, 60), { genuine: false, reason: "cut" }],
  ["a ticket without its last letter", good.slice(0, -1), { genuine: false, reason: "cut" }],
  ["another key's", await sign({ ...claim, keyId: "NEWKEY" }), { genuine: false, reason: "other_key" }],
  ["a key that every object has", good.replace("KEY123", "toString"), { genuine: false, reason: "other_key" }],
  ["another's signature", `${signedPart(other)}.${await signatureOf(claim)}`, { genuine: false, reason: "forged" }],
  ["a signature that is spelled otherwise", respelled, { genuine: false, reason: "forged" }],
])("%s", async (_, text, expected) => expect(await readScan(text, KEYS, checkSignature)).toMatchObject(expected));

test("a signature's check fails closed", async () => {
  expect(await readScan(good, KEYS, async () => false)).toEqual({ genuine: false, reason: "forged" });
});
