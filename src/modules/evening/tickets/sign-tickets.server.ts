import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { randomCode } from "#src/kernel/codes.ts";
import { formatToken, parseToken, signedPart, type TicketClaim } from "#src/modules/evening/tickets/rules/ticket.ts";
import { addFirstKey, currentKey, keyById } from "#src/modules/evening/tickets/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";

/** Signs tickets with the current key (created on first use). Returns their tokens in the same order. */
export async function signTickets(
  ctx: { db: Db },
  tickets: readonly Pick<TicketClaim, "ticketId" | "departureId">[],
): Promise<string[]> {
  const key = (await currentKey(ctx.db)) ?? (await firstKey(ctx.db));
  const privateKey = createPrivateKey(key.private_key);
  return tickets.map((ticket) => {
    const claim = { ...ticket, keyId: key.id };
    return formatToken(claim, sign(null, Buffer.from(signedPart(claim)), privateKey).toString("base64url"));
  });
}

/**
 * The claims of a token with a valid signature, or null. Retired keys still verify what they signed. Doesn't check the ticket's
 * status.
 */
export async function verifyTicket(ctx: { db: Db }, token: string): Promise<TicketClaim | null> {
  const parsed = parseToken(token);
  const key = parsed && (await keyById(ctx.db, parsed.keyId));
  if (!key) return null;
  const { signature, ...claim } = parsed;
  const bytes = Buffer.from(signature, "base64url");
  // the last character has spare bits: refuses a second encoding of the same signature
  if (bytes.toString("base64url") !== signature) return null;
  return verify(null, Buffer.from(signedPart(claim)), createPublicKey(key.public_key), bytes) ? claim : null;
}

function firstKey(db: Db) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const key = { id: randomCode(6), public_key: publicKey, private_key: privateKey };
  return db.transaction().execute((tx) => addFirstKey(tx, key));
}
