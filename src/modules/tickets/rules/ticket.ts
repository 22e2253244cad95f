import { isUuid, randomCode } from "#src/kernel/codes.ts";
import { toAsciiDigits } from "#src/kernel/digits.ts";

/** The content of a ticket's QR code: ticket, departure and signing key. No personal data (mechanics 8). */
export type TicketClaim = { ticketId: string; departureId: string; keyId: string };

/** The signed part of a token: `v1.<ticket id>.<departure id>.<key id>`. */
export const signedPart = ({ ticketId, departureId, keyId }: TicketClaim): string =>
  ["v1", ticketId, departureId, keyId].join(".");

/** The whole token: the signed part and its Ed25519 signature as base64url (86 characters). */
export const formatToken = (claim: TicketClaim, signature: string): string => `${signedPart(claim)}.${signature}`;

/** Parses a scanned text; null when it isn't one of our tickets. Its claims are untrusted until the signature is verified. */
export function parseToken(text: string): (TicketClaim & { signature: string }) | null {
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
