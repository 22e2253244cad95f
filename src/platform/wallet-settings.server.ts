import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Signer } from "#src/platform/sign-detached.server.ts";

/** Credentials that sign Apple Wallet passes. */
export type AppleWallet = { passTypeId: string; teamId: string; signer: Signer };
/** Credentials that sign Google Wallet links, and where they are exchanged for access to its API. */
export type GoogleWallet = { issuerId: string; email: string; key: string; tokenUrl: string };

/** A text given literally, in base64 or as the path of a file. */
const pemKey = (begins: RegExp) =>
  z.string().transform((value, issue) => {
    // in a one-line setting a PEM's line breaks are often escaped; those in JSON are part of it
    const written = value.startsWith("-----") ? value.replaceAll(String.raw`\n`, "\n").trim() : value.trim();
    if (begins.test(written)) return written;
    const decoded = Buffer.from(value, "base64").toString().trim();
    if (begins.test(decoded)) return decoded;
    try {
      const read = readFileSync(value, "utf8").trim();
      if (begins.test(read)) return read;
    } catch {
      // reported below
    }
    issue.addIssue({
      code: "custom",
      message: "must be a PEM or JSON file's path, or what is in it, as text or base64",
    });
    return z.NEVER;
  });

const certificate = pemKey(/-----BEGIN CERTIFICATE-----/).refine(isCertificate, "is no certificate that can be read");
const key = pemKey(/-----BEGIN [A-Z ]*PRIVATE KEY-----/).refine(isRsaKey, "is no RSA key without a passphrase");
const account = pemKey(/^\{/).transform((text, issue) => {
  const parsed = ServiceAccount.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  issue.addIssue({ code: "custom", message: "must be a service account's JSON with client_email and private_key" });
  return z.NEVER;
});
const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().refine(isRsaKey),
  token_uri: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
});

const Environment = z.object({
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, "must begin with pass.")
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, "must be ten letters and digits")
    .optional(),
  APPLE_PASS_CERT: certificate.optional(),
  APPLE_PASS_KEY: key.optional(),
  APPLE_WWDR_CERT: certificate.optional(),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{5,30}$/, "must be a number")
    .optional(),
  GOOGLE_WALLET_KEY: account.optional(),
});
type KeySettings = z.infer<typeof Environment>;

/** An unconfigured wallet is null: its buttons are hidden. */
export type Wallets = { apple: AppleWallet | null; google: GoogleWallet | null };
type Wrong = { name: string; message: string };

/** Reads both wallets' settings. Returns the invalid ones by name, including a wallet that is only partly configured. */
export function readWallets(environment: Record<string, string | undefined>): {
  wallets: Wallets;
  wrong: Wrong | null;
} {
  const parsed = Environment.safeParse(environment);
  const issue = parsed.error?.issues[0];
  const settings: KeySettings = parsed.data ?? {};
  const wrong = issue
    ? { name: String(issue.path[0]), message: issue.message }
    : (unfinished(settings, "APPLE_") ?? unfinished(settings, "GOOGLE_") ?? mismatch(settings));
  return { wallets: { apple: appleOf(settings), google: googleOf(settings) }, wrong };
}

function appleOf(settings: KeySettings): AppleWallet | null {
  const { APPLE_PASS_TYPE_ID: passTypeId, APPLE_TEAM_ID: teamId } = settings;
  const { APPLE_PASS_CERT: certificatePem, APPLE_PASS_KEY: keyPem, APPLE_WWDR_CERT: wwdr } = settings;
  if (!passTypeId || !teamId || !certificatePem || !keyPem || !wwdr) return null;
  return { passTypeId, teamId, signer: { certificate: certificatePem, key: keyPem, chain: [wwdr] } };
}

function googleOf({ GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_KEY: google }: KeySettings): GoogleWallet | null {
  return issuerId && google
    ? { issuerId, email: google.client_email, key: google.private_key, tokenUrl: google.token_uri }
    : null;
}

function unfinished(settings: KeySettings, prefix: string): Wrong | null {
  const names = Environment.keyof().options.filter((name) => name.startsWith(prefix));
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return null;
  return { name: missing[0]!, message: `is missing beside the others that begin with ${prefix}` };
}

function mismatch({ APPLE_PASS_CERT: pem, APPLE_PASS_KEY: keyPem }: KeySettings): Wrong | null {
  if (!pem || !keyPem || new X509Certificate(pem).checkPrivateKey(createPrivateKey(keyPem))) return null;
  return { name: "APPLE_PASS_KEY", message: "isn't the key of APPLE_PASS_CERT" };
}

function isCertificate(pem: string): boolean {
  return reads(() => new X509Certificate(pem));
}
function isRsaKey(pem: string): boolean {
  return reads(() => createPrivateKey(pem)) && createPrivateKey(pem).asymmetricKeyType === "rsa";
}
function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
