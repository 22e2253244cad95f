/** The header of a sandbox message: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body" as hex>`. */
export const SIGNATURE_HEADER = "ronda-sandbox-signature";

const TOLERANCE_S = 300;
const LARGEST_BODY = 64 * 1024;
const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const bytes = (text: string) => new TextEncoder().encode(text);
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const hmac = { name: "HMAC", hash: "SHA-256" };

/** The claim of a message: when it was signed, and the signature. */
export type Claim = { time: string; proof: Uint8Array<ArrayBuffer> };

/** The header for a body sent at a time. Sign each try again: an old signature is refused. */
export async function signatureFor(secret: string, body: string, at: Date): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytes(secret), hmac, false, ["sign"]);
  const time = seconds(at);
  const proof = await crypto.subtle.sign("HMAC", key, bytes(`${time}.${body}`));
  return `t=${time},v1=${new Uint8Array(proof).toHex()}`;
}

/** The claim of a message worth verifying: well formed, at most 64 KB, signed within 300 s of now either way. */
export function claimOf(header: string | null, body: string, now: Date): Claim | null {
  const [, time, proof] = FORM.exec(header ?? "") ?? [];
  if (!time || !proof || bytes(body).length > LARGEST_BODY) return null;
  if (Math.abs(seconds(now) - Number(time)) > TOLERANCE_S) return null;
  return { time, proof: Uint8Array.fromHex(proof) };
}

/** Whether one of the secrets made the proof, compared in constant time. */
export async function isProven(claim: Claim, body: string, secrets: string[]): Promise<boolean> {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey("raw", bytes(secret), hmac, false, ["verify"]);
    if (await crypto.subtle.verify("HMAC", key, claim.proof, bytes(`${claim.time}.${body}`))) return true;
  }
  return false;
}
