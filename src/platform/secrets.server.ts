import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Db } from "#src/platform/db.server.ts";
import type { Settings } from "#src/platform/env.server.ts";
import { log } from "#src/platform/log.server.ts";

/** A secret that the database keeps by name; null before its first use. */
export const storedSecret = async (db: Db, name: string): Promise<string | null> =>
  (await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst())?.value ?? null;

/** A random secret stored in the database by name, created on first use and shared by all servers on that database. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const existing = await storedSecret(db, name);
  if (existing !== null) return existing;
  const value = randomBytes(32).toString("base64url");
  await db
    .insertInto("secrets")
    .values({ name, value })
    .onConflict((c) => c.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/**
 * What cookies and links are signed with: the operator's secret, or without one (never in production) one that the database
 * keeps. A secret left in the database is reported as long as it exists: anyone who reads the database could sign with it.
 */
export async function signingSecret(db: Db, { appSecret }: Pick<Settings, "appSecret">): Promise<string> {
  if (appSecret === null) return sharedSecret(db, "app");
  const row = await db.selectFrom("secrets").select("name").where("name", "=", "app").executeTakeFirst();
  if (row) log("warn", "secret.in_database", { hint: "delete from secrets where name = 'app'" });
  return appSecret;
}

/**
 * Everything that is signed or hashed with the application's secret, by the first word of what is signed. A signature for one
 * purpose is invalid for another: no purpose contains a colon, and every part follows one.
 */
export const PURPOSES = [
  "ad-event",
  "address",
  "bar",
  "booking",
  "browser",
  "code",
  "code-used",
  "desk-pin",
  "door-list",
  "group",
  "guide-calendar",
  "held",
  "hold-link",
  "home-preview",
  "known",
  "limit",
  "mailbox",
  "moves-from",
  "network",
  "partner",
  "partner-booking",
  "partner-trace",
  "pass",
  "preview",
  "price-promise",
  "rating",
  "shifts",
  "token",
  "tries",
  "unpaid",
  "unsubscribe",
  "visitor",
  "waiting",
  "webhook",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** HMAC-SHA256 as base64url (43 characters) of parts for one purpose: tokens that prove we made a link, keyed hashes. */
export const sign = (secret: string, purpose: Purpose, ...parts: readonly (string | number)[]): string =>
  createHmac("sha256", secret)
    .update([purpose, ...parts].join(":"))
    .digest("base64url");

/** A secret of its own for the sign-in library, which signs whatever text it is given: nothing else is signed with it. */
export function signInSecret(secret: string): string {
  let derived = signInSecrets.get(secret);
  if (derived === undefined) {
    derived = Buffer.from(hkdfSync("sha256", secret, "", "ronda:sign-in", 32)).toString("base64url");
    signInSecrets.set(secret, derived);
  }
  return derived;
}
/** A process has one; deriving it for each request would cost more than checking its cookie. */
const signInSecrets = new Map<string, string>();

/**
 * A text that the database keeps and nobody who only reads the database may read: AES-256-GCM under a key of the application's secret.
 * `of`: what it belongs to; a sealed text that was moved elsewhere doesn't open.
 */
export function seal(secret: string, of: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(secret), nonce).setAAD(Buffer.from(of));
  const sealedText = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealedText]).toString("base64url");
}

/** What `seal` has sealed; null where it was by another secret, for something else, or is damaged. */
export function unseal(secret: string, of: string, sealedText: string): string | null {
  const bytes = Buffer.from(sealedText, "base64url");
  try {
    const opened = createDecipheriv("aes-256-gcm", sealingKey(secret), bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(of))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opened.update(bytes.subarray(28)), opened.final()]).toString("utf8");
  } catch {
    return null;
  }
}

const sealingKey = (secret: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", "ronda:sealed", 32));

/** The hash under which a random token is stored (SHA-256 as base64url): the database alone must open nothing. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Compares two tokens in constant time. */
export function sameToken(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** A UUID derived from texts: the same act, sent again, gets the same one. */
export function idFrom(...texts: readonly string[]): string {
  const bytes = createHash("sha256").update(texts.join("\n")).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80; // version 8: custom
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
