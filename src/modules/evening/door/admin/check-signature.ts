import type { Verify } from "#src/modules/evening/door/rules/scan.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const imported = new Map<string, Promise<CryptoKey>>();

function keyOf(x: string): Promise<CryptoKey> {
  const cached = imported.get(x);
  if (cached) return cached;
  const key = crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, ["verify"]);
  imported.set(x, key);
  return key;
}

let native: Promise<boolean> | undefined;

/** Whether this browser knows Ed25519 itself. Asked once, with a key that is a valid point. */
const isNative = (): Promise<boolean> =>
  (native ??= keyOf("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo").then(
    () => true,
    () => false,
  ));

/** Checks a ticket's signature, in older browsers with a library. */
export const checkSignature: Verify = async (key, signed, signature) => {
  const [message, signatureBytes] = [new TextEncoder().encode(signed), bytesOf(signature)];
  if (await isNative()) return crypto.subtle.verify("Ed25519", await keyOf(key), signatureBytes, message);
  const { verifyAsync } = await import("@noble/ed25519");
  return verifyAsync(signatureBytes, message, bytesOf(key)).catch(() => false);
};

/** Loads ahead what checking needs, so that it is there without a connection. */
export const prepareSignatures = async (): Promise<void> => {
  if (!(await isNative())) await import("@noble/ed25519");
};

/** The first bytes of the salted hash of an email address, as the list has them. */
export async function mailHash(salt: string, address: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + address.trim().toLowerCase()));
  return btoa(String.fromCharCode(...new Uint8Array(hash).slice(0, 6)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
