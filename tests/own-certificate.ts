import { generateKeyPairSync, sign } from "node:crypto";
import { der, integer, none, oid, SEQUENCE, SET, utcTime } from "#src/platform/sign-detached.server.ts";

const SHA256_WITH_RSA = der(SEQUENCE, oid("1.2.840.113549.1.1.11"), none());
const [BIT_STRING, UTF8, VERSION] = [0x03, 0x0c, 0xa0];

/** A key and its self-signed certificate (X.509, ten years), both PEM: for what only companies can get. */
export function ownCertificate(name: string, serial = 1): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, oid("2.5.4.3"), der(UTF8, Buffer.from(name)))));
  const valid = der(SEQUENCE, utcTime(new Date("2026-01-01")), utcTime(new Date("2036-01-01")));
  const body = der(
    SEQUENCE,
    der(VERSION, integer(2)),
    integer(serial),
    SHA256_WITH_RSA,
    named,
    valid,
    named,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", body, privateKey));
  const whole = der(SEQUENCE, body, SHA256_WITH_RSA, signature);
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}
