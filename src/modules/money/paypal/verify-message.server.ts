import { verify, X509Certificate } from "node:crypto";
import tls from "node:tls";
import { crc32 } from "node:zlib";
import { certificateAddress, type Claim } from "#src/modules/money/paypal/rules/message.ts";
import { PAYPAL_HOSTS, type PaypalKeys } from "#src/platform/payment-settings.server.ts";

/** How certificates are fetched and which roots are trusted; PEM. */
export type Trust = { fetch: typeof fetch; roots: () => readonly string[] };

/** This process's trusted roots: those of Node and NODE_EXTRA_CA_CERTS. */
export const trustedRoots = (): readonly string[] => tls.getCACertificates("default");

const CACHE_MS = 24 * 3_600_000;
const MOST_CACHED = 20;
/** Concurrent certificate fetches, however many messages name one: PayPal has few, and redelivers. */
const MOST_AT_ONCE = 4;
const FETCH_MS = 5_000;
const LARGEST_BYTES = 64 * 1024;
const LONGEST_CHAIN = 5;
/** The subject of the signing certificate: the rule of PayPal's own Java SDK (`SSLUtil.validateCertificateChain`). */
const SIGNER = /^CN=messageverificationcerts(\.[a-z0-9-]+)*\.paypal\.com$/;

/** Verifies PayPal's signature over the raw body (rule payments-13): only the certificate is fetched from PayPal, once a day. */
export function messageProof(keys: PaypalKeys, trust: Trust) {
  const chains = certificateChains(trust.fetch);
  const otherApi = Object.values<string>(PAYPAL_HOSTS).includes(keys.apiUrl) ? null : keys.apiUrl;
  let roots: X509Certificate[] | undefined;

  /** Whether PayPal signed this body. Never throws: what can't be verified isn't trusted. */
  return async (claim: Claim, rawBody: string, now: Date): Promise<boolean> => {
    const address = certificateAddress(claim.certificateUrl, otherApi);
    if (!address) return false;
    const chain = await chains(address, now).catch(() => null);
    const signer = chain?.[0];
    if (!chain || !signer || !signer.subject.split("\n").some((line) => SIGNER.test(line))) return false;
    roots ??= trust.roots().map((pem) => new X509Certificate(pem));
    if (!isTrusted(chain, roots, now)) return false;
    const signed = [claim.id, claim.time, keys.webhookId, crc32(rawBody)].join("|");
    return verify("sha256", Buffer.from(signed), signer.publicKey, Buffer.from(claim.signature, "base64"));
  };
}

/** Fetches certificates and caches them for a day. Concurrent requests share one fetch; failures aren't cached. */
function certificateChains(fetchFrom: typeof fetch) {
  const cached = new Map<string, { chain: Promise<X509Certificate[]>; until: number }>();
  let underWay = 0;
  return (address: string, now: Date): Promise<X509Certificate[]> => {
    const entry = cached.get(address);
    if (entry && now.getTime() < entry.until) return entry.chain;
    if (underWay >= MOST_AT_ONCE) return Promise.reject(new Error("too many certificates are asked for"));
    underWay++;
    const chain = fetchChain(fetchFrom, address).finally(() => underWay--);
    cached.delete(address);
    if (cached.size >= MOST_CACHED) cached.delete(cached.keys().next().value!);
    cached.set(address, { chain, until: now.getTime() + CACHE_MS });
    chain.catch(() => cached.get(address)?.chain === chain && cached.delete(address));
    return chain;
  };
}

async function fetchChain(fetchFrom: typeof fetch, address: string): Promise<X509Certificate[]> {
  const answer = await fetchFrom(address, { redirect: "error", signal: AbortSignal.timeout(FETCH_MS) });
  if (answer.status !== 200) throw new Error(`the certificate is not there: ${answer.status}`);
  const pems = (await textOf(answer)).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (pems.length === 0) throw new Error("what was fetched is no certificate");
  return pems.slice(0, LONGEST_CHAIN).map((pem) => new X509Certificate(pem));
}

/** Reads the body, up to a size limit. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BYTES) throw new Error("what was fetched is too large for a certificate");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("latin1");
}

/** Whether the first certificate chains to a trusted root through those sent with it, each valid now. */
function isTrusted(chain: readonly X509Certificate[], roots: readonly X509Certificate[], now: Date): boolean {
  let subject = chain[0]!;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (!isValid(subject, now)) return false;
    if (roots.some((root) => isValid(root, now) && issued(root, subject))) return true;
    const issuer = chain.find((one) => one !== subject && one.ca && issued(one, subject));
    if (!issuer) return false;
    subject = issuer;
  }
  return false;
}

const isValid = (one: X509Certificate, now: Date) => one.validFromDate <= now && now <= one.validToDate;
const issued = (issuer: X509Certificate, subject: X509Certificate) =>
  subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
