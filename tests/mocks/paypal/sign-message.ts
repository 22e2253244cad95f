import { randomUUID, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Certified } from "#tests/mocks/paypal/certificates.ts";

/** A PayPal message with its signature headers. */
export type Signed = { body: string; headers: Record<string, string> };

type Wish = { webhookId: string; certificateUrl: string; signer: Certified; at: Date };

/** Signs a message: RSA-SHA256 over id, time, webhook id and the body's checksum. Sign each delivery anew. */
export function signMessage(body: string, { webhookId, certificateUrl, signer, at }: Wish): Signed {
  const [id, time] = [randomUUID(), at.toISOString().replace(/\.\d+Z/, "Z")];
  const signature = sign("sha256", Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`), signer.privateKey);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signature.toString("base64"),
      "paypal-cert-url": certificateUrl,
      "paypal-auth-algo": "SHA256withRSA",
    },
  };
}
