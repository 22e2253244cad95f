import type { Insertable, Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Sessions = Tables["sandbox_sessions"];

/** Adds a session, or returns the existing one with its idempotency key. */
export async function addSession(db: Db, session: Insertable<Sessions>) {
  const added = await db
    .insertInto("sandbox_sessions")
    .values(session)
    .onConflict((c) => c.column("idempotency_key").doNothing())
    .returning(["id", "language"])
    .executeTakeFirst();
  if (added) return added;
  return db
    .selectFrom("sandbox_sessions")
    .select(["id", "language"])
    .where("idempotency_key", "=", session.idempotency_key)
    .executeTakeFirstOrThrow();
}

export const sessionById = (db: Db | Tx, id: string) =>
  db.selectFrom("sandbox_sessions").selectAll().where("id", "=", id).executeTakeFirst();

/** A session as it is at an instant: closed as by `expireOpen` if that is due. */
export async function sessionAt(db: Db | Tx, id: string, at: Date | null) {
  const session = await sessionById(db, id);
  const { state, expires_at: end, voucher_until: voucherEnd } = session ?? {};
  const isDue =
    state === "open" ? !at || end! <= at : state === "pending" && at !== null && voucherEnd && voucherEnd <= at;
  if (!isDue) return session;
  await expireOpen(db, id, at);
  return sessionById(db, id);
}

export const lockSession = (tx: Tx, id: string) =>
  tx.selectFrom("sandbox_sessions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/**
 * Closes a session that is still open: unconditionally (null) or only if it has expired by `at`. An issued voucher can't be
 * revoked; it lapses at its own end.
 */
async function expireOpen(db: Db | Tx, id: string, at: Date | null): Promise<void> {
  let update = db
    .updateTable("sandbox_sessions")
    .set({ state: "expired", failure_reason: "expired" })
    .where("id", "=", id)
    .where("state", "=", "open");
  if (at) update = update.where("expires_at", "<=", at);
  await update.execute();
  if (at)
    await db
      .updateTable("sandbox_sessions")
      .set({ state: "failed", failure_reason: "voucher_lapsed" })
      .where("id", "=", id)
      .where("state", "=", "pending")
      .where("voucher_until", "<=", at)
      .execute();
}

/** Updates a session if it is in the state `from`; undefined otherwise. */
export const moveSession = (tx: Tx, id: string, from: string, change: Updateable<Sessions>) =>
  tx
    .updateTable("sandbox_sessions")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", from)
    .returningAll()
    .executeTakeFirst();

/** Marks a paid session as disputed, once; undefined otherwise. */
export const disputeSession = (tx: Tx, id: string) =>
  tx
    .updateTable("sandbox_sessions")
    .set({ disputed: true })
    .where("id", "=", id)
    .where("state", "=", "paid")
    .where("disputed", "=", false)
    .returningAll()
    .executeTakeFirst();

export const refundByKey = (tx: Tx, key: string) =>
  tx.selectFrom("sandbox_refunds").selectAll().where("idempotency_key", "=", key).executeTakeFirst();

/** Minor units refunded or on their way. */
export async function refundedAmount(tx: Tx, session: string): Promise<number> {
  const { total } = await tx
    .selectFrom("sandbox_refunds")
    .select((e) => e.fn.coalesce(e.fn.sum<number>("amount"), e.lit(0)).as("total"))
    .where("session_id", "=", session)
    .where("state", "<>", "failed")
    .executeTakeFirstOrThrow();
  return total;
}

export const addRefund = (tx: Tx, refund: Insertable<Tables["sandbox_refunds"]>) =>
  tx.insertInto("sandbox_refunds").values(refund).execute();

/** Fails an accepted refund; undefined if it already failed. */
export const failSubmittedRefund = (tx: Tx, id: string) =>
  tx
    .updateTable("sandbox_refunds")
    .set({ state: "failed" })
    .where("id", "=", id)
    .where("state", "=", "submitted")
    .returningAll()
    .executeTakeFirst();

export const addEvent = (tx: Tx, event: Insertable<Tables["sandbox_events"]>) =>
  tx.insertInto("sandbox_events").values(event).execute();

export const eventById = (db: Db, id: string) =>
  db.selectFrom("sandbox_events").selectAll().where("id", "=", id).executeTakeFirst();

/** Counts a delivery try; `deliveredAt` if it arrived. */
export const countTry = (db: Db | Tx, id: string, deliveredAt: Date | null) =>
  db
    .updateTable("sandbox_events")
    .set((e) => ({
      attempts: e("attempts", "+", 1),
      delivered_at: e.fn.coalesce("delivered_at", e.val(deliveredAt)),
    }))
    .where("id", "=", id)
    .execute();

/** The values of those secrets among these names that exist. */
export async function secretsNamed(db: Db, names: string[]): Promise<string[]> {
  const rows = await db.selectFrom("secrets").select("value").where("name", "in", names).execute();
  return rows.map((row) => row.value);
}

export const forgetEmails = (tx: Tx, references: readonly string[]) =>
  tx.updateTable("sandbox_sessions").set({ customer_email: "" }).where("client_reference", "in", references).execute();

export const refundsOfSession = (db: Db, session: string) =>
  db.selectFrom("sandbox_refunds").selectAll().where("session_id", "=", session).orderBy("created_at").execute();

export const paidBetween = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom("sandbox_sessions")
    .selectAll()
    .where("paid_at", ">=", from)
    .where("paid_at", "<", until)
    .orderBy("paid_at")
    .execute();

/** Refunds of a period, without failed ones. */
export const refundedBetween = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom("sandbox_refunds")
    .selectAll()
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .where("state", "<>", "failed")
    .orderBy("created_at")
    .execute();
