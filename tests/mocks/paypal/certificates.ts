import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { der, integer, none, oid, SEQUENCE, SET, utcTime } from "#src/platform/sign-detached.server.ts";

// The mock's certificate chain: new for each instance, so that the product can't know it.

const SHA256_WITH_RSA = der(SEQUENCE, oid("1.2.840.113549.1.1.11"), none());
const [BOOLEAN, BIT_STRING, OCTETS, UTF8, VERSION, EXTENSIONS] = [0x01, 0x03, 0x04, 0x0c, 0xa0, 0xa3];
const BASIC_CONSTRAINTS = oid("2.5.29.19");

/** A certificate with its key, both usable as issuer of others. */
export type Certified = { name: string; pem: string; privateKey: KeyObject };

type Wish = {
  name: string;
  /** who signs it; self-signed if omitted */
  issuer?: Certified;
  /** whether it may sign others */
  ca?: boolean;
  from?: Date;
  until?: Date;
};

let serial = 1;

/** Makes an X.509 certificate with a new RSA key. */
export function certify({ name, issuer, ca = false, from, until }: Wish): Certified {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = der(
    SEQUENCE,
    der(VERSION, integer(2)),
    integer(serial++ % 127),
    SHA256_WITH_RSA,
    named(issuer?.name ?? name),
    der(SEQUENCE, utcTime(from ?? new Date("2025-01-01")), utcTime(until ?? new Date("2045-01-01"))),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(SEQUENCE, basicConstraints(ca))),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", body, issuer?.privateKey ?? privateKey));
  return { name, privateKey, pem: pemOf(der(SEQUENCE, body, SHA256_WITH_RSA, signature)) };
}

const named = (name: string) => der(SEQUENCE, der(SET, der(SEQUENCE, oid("2.5.4.3"), der(UTF8, Buffer.from(name)))));

const basicConstraints = (ca: boolean) =>
  der(
    SEQUENCE,
    BASIC_CONSTRAINTS,
    der(BOOLEAN, Buffer.from([0xff])),
    der(OCTETS, der(SEQUENCE, ...(ca ? [der(BOOLEAN, Buffer.from([0xff]))] : []))),
  );

const pemOf = (whole: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replaceAll(/.{64}/g, "$&\n").trim()}\n-----END CERTIFICATE-----\n`;

export const SIGNER_NAME = "messageverificationcerts.sandbox.paypal.com";

/** A root, an intermediate and the signer of messages, like PayPal's own chain. */
export function paypalChain() {
  const root = certify({ name: "Root of a test", ca: true });
  const authority = certify({ name: "Authority of a test", issuer: root, ca: true });
  const signer = certify({ name: SIGNER_NAME, issuer: authority });
  return { root, authority, signer };
}
