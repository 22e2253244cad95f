import type { Db } from "#src/platform/db.server.ts";

/**
 * After a restore: refunds that were not finished in the backup may have been sent since. Counted as asked for at its time, they
 * are looked for at the provider before they are sent (`askedBefore` of payment-provider). Returns how many there are.
 */
export async function expectSentRefunds(db: Db, takenAt: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("refunds")
    .set({ first_asked_at: takenAt })
    .where("status", "in", ["requested", "submitted", "failed"])
    .where("first_asked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
