import { parseToken, signedPart } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Scanned } from "./verdict.ts";

/** Whether an Ed25519 signature (base64url) by a public key (a JWK's `x`) is right for a text. */
export type Verify = (key: string, signed: string, signature: string) => Promise<boolean>;

/** What begins like one of our tickets but isn't whole: a screenshot that was cut, a code that was torn. */
const BEGUN = /^v1\.[0-9a-f-]{4,36}(\.|$)|^V2\.[0-9A-Z$%*+./:-]{12,147}$/;

/** What is known of a scanned text without any list. `keys` are those of the list, by id. */
export async function readScan(text: string, keys: Readonly<Record<string, string>>, verify: Verify): Promise<Scanned> {
  const token = parseToken(text);
  if (!token) return { genuine: false, reason: BEGUN.test(text.trim()) ? "cut" : "foreign" };
  const key = Object.hasOwn(keys, token.keyId) ? keys[token.keyId] : undefined;
  if (key === undefined) return { genuine: false, reason: "other_key" };
  const isRight = isCanonical(token.signature) && (await verify(key, signedPart(token), token.signature));
  return isRight
    ? { genuine: true, ticketId: token.ticketId.toLowerCase(), departureId: token.departureId.toLowerCase() }
    : { genuine: false, reason: "forged" };
}

// the last of 86 characters carries two bits: refuses a second spelling of the same signature, as the server does
const isCanonical = (signature: string): boolean => /[AQgw]$/.test(signature);
