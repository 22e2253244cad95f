import { createPrivateKey, sign } from "node:crypto";
import { z } from "zod";
import type { GoogleWallet } from "#src/platform/wallet-settings.server.ts";

/** A pass as Google's API takes it: the departure as a class, the ticket as its object. Both have an `id`. */
export type GooglePass = { eventTicketClass: { id: string }; eventTicketObject: { id: string } };

/** Google Wallet's API. `update` sends a pass as it is now; "gone" when nobody saved it. */
export type GoogleWalletApi = { update: (pass: GooglePass) => Promise<"told" | "gone"> };

const TIMEOUT_MS = 10_000;
const SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer";
const Token = z.object({ access_token: z.string().min(1) });

/** A JSON Web Token (RFC 7519) signed with RS256. */
export function signedToken(claims: object, key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${unsigned}.${sign("sha256", Buffer.from(unsigned), createPrivateKey(key)).toString("base64url")}`;
}

/**
 * Opens Google Wallet's API as the service account (OAuth 2.0 with a signed token, RFC 7523); the access token is asked for once.
 * `update` rejects with what may be another answer later.
 */
export function openGoogleWallet({ email, key, tokenUrl }: GoogleWallet, url: string, now: Date): GoogleWalletApi {
  let access: Promise<string> | undefined;
  const token = () => (access ??= accessToken({ email, key, tokenUrl }, now));
  const call = async (method: string, path: string, body: object): Promise<number> => {
    const answer = await fetch(`${url}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply = await answer.text();
    if (answer.ok || answer.status === 404 || answer.status === 409) return answer.status;
    throw new Error(`Google Wallet answered ${answer.status}: ${reply.slice(0, 200)}`);
  };
  return {
    update: async ({ eventTicketClass, eventTicketObject }) => {
      // a ticket that was moved belongs to another departure, whose class may not exist yet
      if ((await call("PATCH", `eventTicketClass/${eventTicketClass.id}`, eventTicketClass)) === 404)
        await call("POST", "eventTicketClass", eventTicketClass);
      const status = await call("PATCH", `eventTicketObject/${eventTicketObject.id}`, eventTicketObject);
      return status === 404 ? "gone" : "told";
    },
  };
}

async function accessToken({ email, key, tokenUrl }: Omit<GoogleWallet, "issuerId">, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const assertion = signedToken({ iss: email, scope: SCOPE, aud: tokenUrl, iat: seconds, exp: seconds + 3600 }, key);
  const answer = await fetch(tokenUrl, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Google gave no access: ${answer.status} ${text.slice(0, 200)}`);
  return Token.parse(JSON.parse(text)).access_token;
}
