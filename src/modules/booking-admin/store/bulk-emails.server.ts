import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** To whom an email about some bookings goes. Those whose guest had everything about them deleted have no address. */
export const recipientsOf = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("bookings")
    .select(["id", "email", "language"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy("id")
    .execute();

const SCOPE = "sales.email";

/**
 * Notes that an email is being sent; of one that was noted before, what was written and how many it went to. Waits for whoever is sending
 * the same one at this moment.
 */
export async function recordBulkEmail(
  tx: Tx,
  key: string,
  hash: string,
): Promise<{ hash: string; answer: unknown } | null> {
  const noted = await tx
    .insertInto("idempotency_keys")
    .values({ scope: SCOPE, key, request_hash: hash, answer: JSON.stringify({}) })
    .onConflict((c) => c.columns(["scope", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (noted) return null;
  const row = await tx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where("scope", "=", SCOPE)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return { hash: row.request_hash, answer: row.answer };
}

export const noteAnswer = (tx: Tx, key: string, answer: object) =>
  tx
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(answer) })
    .where("scope", "=", SCOPE)
    .where("key", "=", key)
    .execute();

/** An email that was refused was not sent. */
export const forgetBulkEmail = (tx: Tx, key: string) =>
  tx.deleteFrom("idempotency_keys").where("scope", "=", SCOPE).where("key", "=", key).execute();
