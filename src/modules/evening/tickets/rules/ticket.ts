import { isUuid, randomCode } from "#src/kernel/codes.ts";
import { toAsciiDigits } from "#src/kernel/digits.ts";

/** The content of a ticket's QR code: ticket, departure and signing key. No personal data (rule door-1). */
export type TicketClaim = { ticketId: string; departureId: string; keyId: string };

/** What is signed of a claim, in both forms of a token: `v1.<ticket id>.<departure id>.<key id>`. */
export const signedPart = ({ ticketId, departureId, keyId }: TicketClaim): string =>
  ["v1", ticketId, departureId, keyId].join(".");

/** The characters of a QR code's dense mode, without the space, which is lost at the end of a text. */
const DENSE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%*+-./:";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** How many dense characters hold a claim and its signature: two ids of 128 bits, a key of 6 characters, 512 bits. */
const DENSE_LENGTH = 148;
const DENSE_TOKEN = /^V2\.([0-9A-Z$%*+./:-]{148})$/;

/**
 * What a ticket's QR code says: `V2.`, then the claim and its Ed25519 signature (base64url, 86 characters) as one number in dense
 * characters. The code has 41 × 41 modules instead of the 53 × 53 of the long form, `v1.<ids and key>.<signature>`, which
 * keys with names of another length need (docs/decisions/168).
 */
export function formatToken(claim: TicketClaim, signature: string): string {
  if (claim.keyId.length !== 6) return `${signedPart(claim)}.${signature}`;
  const ids = [claim.ticketId, claim.departureId].map((id) => id.replaceAll("-", "")).join("");
  const key = numberOf(claim.keyId, BASE64);
  const signed = numberOf(signature, BASE64) >> 4n;
  const all = (((BigInt(`0x${ids}`) << 36n) | key) << 512n) | signed;
  return `V2.${textOf(all, DENSE, DENSE_LENGTH)}`;
}

function numberOf(text: string, digits: string): bigint {
  const base = BigInt(digits.length);
  let number = 0n;
  for (const digit of text) number = number * base + BigInt(digits.indexOf(digit));
  return number;
}

function textOf(number: bigint, digits: string, length: number): string {
  const base = BigInt(digits.length);
  let text = "";
  for (let rest = number; text.length < length; rest /= base) text = digits[Number(rest % base)] + text;
  return text;
}

/** Parses a scanned text of either form; null when it isn't one of our tickets. Its claims are untrusted until the signature is verified. */
export function parseToken(text: string): (TicketClaim & { signature: string }) | null {
  const [, dense] = DENSE_TOKEN.exec(text.trim()) ?? [];
  return dense ? parseDense(dense) : parseLong(text);
}

function parseDense(dense: string) {
  const all = numberOf(dense, DENSE);
  // what is left over has to be nothing: one claim has one spelling
  if (all >> 804n) return null;
  const hex = (all >> 548n).toString(16).padStart(64, "0");
  const [ticketId, departureId] = [hex.slice(0, 32), hex.slice(32)].map((id) =>
    id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
  ) as [string, string];
  const keyId = textOf((all >> 512n) & ((1n << 36n) - 1n), BASE64, 6);
  const signature = textOf((all & ((1n << 512n) - 1n)) << 4n, BASE64, 86);
  return isUuid(ticketId) && isUuid(departureId) && /^\w{6}$/.test(keyId)
    ? { ticketId, departureId, keyId, signature }
    : null;
}

function parseLong(text: string) {
  const parts = text.trim().split(".");
  const [version, ticketId = "", departureId = "", keyId = "", signature = ""] = parts;
  const wellFormed = version === "v1" && parts.length === 5 && isUuid(ticketId) && isUuid(departureId);
  if (!wellFormed || !/^\w{1,16}$/.test(keyId) || !/^[\w-]{86}$/.test(signature)) return null;
  return { ticketId, departureId, keyId, signature };
}

/** A new code for typing at the door: 6 unambiguous characters, unique in the database. */
export const newTicketCode = (): string => randomCode(6);

/** A typed code in its stored form: `k7m-2pq` → `K7M2PQ`. */
export const normalizedCode = (text: string): string =>
  toAsciiDigits(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");

/** A code in its readable form: two groups of three, `K7M 2PQ`. */
export const readableCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Replaced tickets stand so far above the places of their booking, once more each time. A booking has no more than 100 guests. */
const REPLACED = 1000;

/** Whether a ticket's guest has another one by now: its booking's emails went to somebody else (docs/decisions/153). */
export const isReplaced = ({ position }: { position: number }): boolean => position > REPLACED;

/** The place of a ticket's guest in their booking, from 1. */
export const placeOf = ({ position }: { position: number }): number => position % REPLACED;

/** How far replaced tickets are moved up, above the highest position of their booking. */
export const liftAbove = (highest: number): number => REPLACED * (Math.floor(highest / REPLACED) + 1);

/** The guests' names, by position from 1: the booker, then the named guests, then empty names. */
export function guestNames(booking: {
  first_name: string;
  last_name: string;
  number_of_people: number;
  additional_names: readonly string[];
}): string[] {
  const booker = `${booking.first_name} ${booking.last_name}`.trim();
  return Array.from({ length: booking.number_of_people }, (_, i) =>
    i === 0 ? booker : (booking.additional_names[i - 1] ?? "").trim(),
  );
}
