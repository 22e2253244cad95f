import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "#src/platform/db.server.ts";

/** A random secret stored in the database by name, created on first use and shared by all servers on that database. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const value = randomBytes(32).toString("base64url");
  await db
    .insertInto("secrets")
    .values({ name, value })
    .onConflict((c) => c.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** HMAC-SHA256 as base64url (43 characters): tokens that prove we made a link. */
export const sign = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** Compares two tokens in constant time. */
export function sameToken(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
