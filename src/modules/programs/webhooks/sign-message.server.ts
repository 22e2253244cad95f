import { createHmac } from "node:crypto";
import { sign } from "#src/platform/secrets.server.ts";

type Signer = { id: string; secret_version: number; old_secret_until: Date | null };

/**
 * An endpoint's secret as the Standard Webhooks specification writes it: `whsec_` and 32 bytes in base64. It is derived from the
 * application's secret, and stored nowhere.
 */
export const secretOf = (secret: string, { id }: Pick<Signer, "id">, version: number): string =>
  `whsec_${Buffer.from(sign(secret, "webhook", id, version), "base64url").toString("base64")}`;

/** A message's headers. While the secret before is valid, it is signed with both (Standard Webhooks, "Secret rotation"). */
export function headersOf(
  secret: string,
  endpoint: Signer,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const { secret_version: version, old_secret_until: until } = endpoint;
  const versions = until !== null && until > now ? [version, version - 1] : [version];
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = versions.map((one) => {
    const key = Buffer.from(secretOf(secret, endpoint, one).slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
