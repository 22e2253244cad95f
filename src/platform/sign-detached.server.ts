import { createHash, createPrivateKey, sign, X509Certificate } from "node:crypto";

// Just enough DER (ITU-T X.690) and CMS (RFC 5652) for a detached signature: a package for this would bring a whole
// cryptographic library in JavaScript beside Node's own.

/** One DER value: tag, length, content. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const digits = body.length.toString(16);
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export const SEQUENCE = 0x30;
export const SET = 0x31;
const [INTEGER, OCTETS, NULL, OID, UTC_TIME] = [0x02, 0x04, 0x05, 0x06, 0x17];

export const integer = (value: number): Buffer => der(INTEGER, Buffer.from([value]));
export const none = (): Buffer => der(NULL);

/** An object identifier in dotted form, `1.2.840.113549.1.7.1`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(OID, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}
function base128(value: number): number[] {
  const septets = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) septets.unshift((left & 0x7f) | 0x80);
  return septets;
}

/** An instant as UTCTime (years 2000 to 2099), to the second. */
export const utcTime = (instant: Date): Buffer =>
  der(UTC_TIME, Buffer.from(`${instant.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

/** The values inside a constructed one, each with its header. */
export function valuesIn(value: Buffer): Buffer[] {
  const values: Buffer[] = [];
  for (let rest = contentOf(value); rest.length > 0; rest = rest.subarray(sizeOf(rest))) {
    values.push(rest.subarray(0, sizeOf(rest)));
  }
  return values;
}
export const contentOf = (value: Buffer): Buffer => value.subarray(headOf(value), sizeOf(value));

function headOf(value: Buffer): number {
  const first = value[1] ?? 0;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}
function sizeOf(value: Buffer): number {
  const head = headOf(value);
  return head + (head === 2 ? (value[1] ?? 0) : value.readUIntBE(2, head - 2));
}

const DATA = oid("1.2.840.113549.1.7.1");
const SIGNED_DATA = oid("1.2.840.113549.1.7.2");
const CONTENT_TYPE = oid("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST = oid("1.2.840.113549.1.9.4");
const SIGNING_TIME = oid("1.2.840.113549.1.9.5");
const SHA256 = der(SEQUENCE, oid("2.16.840.1.101.3.4.2.1"), none());
const RSA = der(SEQUENCE, oid("1.2.840.113549.1.1.1"), none());

/** The signer: an RSA key with its certificate, and the intermediate certificates up to the root; all PEM. */
export type Signer = { certificate: string; key: string; chain: readonly string[] };

/** A detached CMS (PKCS#7) signature of `content` in DER, with SHA-256 and RSA, as wallets require. */
export function signDetached(content: Buffer, { certificate, key, chain }: Signer, now: Date): Buffer {
  const certificates = [certificate, ...chain].map((pem) => new X509Certificate(pem).raw);
  const attributes = [
    attribute(CONTENT_TYPE, DATA),
    attribute(SIGNING_TIME, utcTime(now)),
    attribute(MESSAGE_DIGEST, der(OCTETS, createHash("sha256").update(content).digest())),
  ].toSorted((a, b) => a.compare(b)); // DER sorts the members of a set
  const signature = sign("sha256", der(SET, ...attributes), createPrivateKey(key));
  const signer = der(
    SEQUENCE,
    integer(1),
    issuerAndSerial(certificates[0]!),
    SHA256,
    der(0xa0, ...attributes),
    RSA,
    der(OCTETS, signature),
  );
  const signed = der(
    SEQUENCE,
    integer(1),
    der(SET, SHA256),
    der(SEQUENCE, DATA),
    der(0xa0, ...certificates),
    der(SET, signer),
  );
  return der(SEQUENCE, SIGNED_DATA, der(0xa0, signed));
}

const attribute = (type: Buffer, value: Buffer) => der(SEQUENCE, type, der(SET, value));

/** Identifies a certificate by its issuer and serial number. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const [body = certificate] = valuesIn(certificate);
  const fields = valuesIn(body);
  const [serial, , issuer] = fields[0]?.[0] === 0xa0 ? fields.slice(1) : fields; // the version is optional
  return der(SEQUENCE, issuer!, serial!);
}
