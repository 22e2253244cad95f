import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Recipients of an email about bookings. Those whose guest's data was deleted have no address. */
export const recipientsOf = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("booking_facts")
    .select(["id", "email", "language", "number_of_people"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy("id")
    .execute();

/** The confirmed bookings of a departure, at most `most`. */
export async function confirmedOn(db: Db | Tx, departureId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("booking_facts")
    .select("id")
    .where("scheduled_crawl_id", "=", departureId)
    .where("status", "=", "confirmed")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

const SCOPE = "sales.letter"; // rows hold it

/**
 * Records that an email is being sent; if it was already recorded, returns its hash and answer. Waits for a concurrent send of
 * the same email.
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

/** Removes the record of a refused email, since it was not sent. */
export const forgetBulkEmail = (tx: Tx, key: string) =>
  tx.deleteFrom("idempotency_keys").where("scope", "=", SCOPE).where("key", "=", key).execute();
