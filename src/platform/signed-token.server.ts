import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** Far longer than any of our tokens: nothing beyond it is worth a hash. */
const LONGEST = 2000;

type Signed = { purpose: string; until: Date };

const signatureOf = (secret: string, purpose: string, payload: string): string =>
  sign(secret, "token", purpose, payload);

/**
 * A token for a link: what it says (`claims`, JSON), signed for one purpose until an instant. Whoever has it can read it, nobody can
 * make one; one for another purpose doesn't pass.
 */
export function signToken(secret: string, { purpose, until }: Signed, claims: object): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, until: until.toISOString() })).toString("base64url");
  return `${payload}.${signatureOf(secret, purpose, payload)}`;
}

/** The claims of a token of this purpose; `expired` after its end, null where we didn't sign it. */
export function readToken(secret: string, purpose: string, token: string, now: Date): object | "expired" | null {
  if (token.length > LONGEST) return null;
  const [payload = "", signature = ""] = token.split(".");
  if (!sameToken(signature, signatureOf(secret, purpose, payload))) return null;
  const { until, ...claims } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { until: string };
  return new Date(until) <= now ? "expired" : claims;
}
