import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

type UseState = "reserved" | "used" | "released";

/** The spent part of a credit, excluding one booking that would use it again. */
const spentBut = (e: ExpressionBuilder<Tables, "credits">, purchaseId: string | null) =>
  e
    .selectFrom("credit_uses as u")
    .whereRef("u.credit_id", "=", "credits.id")
    .where("u.state", "<>", "released")
    .where(sql<boolean>`u.purchase_id is distinct from ${purchaseId}::uuid`)
    // what a bank has kept counts as spent
    .select(sql<number>`(coalesce(sum(u.amount), 0) + credits.voided)::int`.as("sum"));

const withSpent = (db: Db | Tx, purchaseId: string | null) =>
  db
    .selectFrom("credits")
    .selectAll("credits")
    .select((e) => [sql<Currency>`credits.currency`.as("currency"), spentBut(e, purchaseId).as("spent")])
    .select(sql<string>`(select b.kind from purchases b where b.id = credits.purchase_id)`.as("kind"))
    // credit is blocked while a bank has, or may take, the payment behind it
    .select((e) =>
      e
        .exists(
          e
            .selectFrom("payments as p")
            .select("p.id")
            .whereRef("p.id", "=", "credits.payment_id")
            .where("p.dispute_state", "in", ["open", "lost"]),
        )
        .as("disputed"),
    )
    .$narrowType<{ spent: number; disputed: boolean }>();

/** The credit behind a code, with what is spent of it. A null `key` finds nothing, by the same statement. */
export const creditByCode = (db: Db | Tx, key: string | null) =>
  withSpent(db, null).where("credits.code", "=", key).executeTakeFirst();

/** Locks a credit against concurrent use, and only then computes what is spent, excluding one booking. */
export async function lockCredit(tx: Tx, id: string, purchaseId: string) {
  await tx.selectFrom("credits").select("id").where("id", "=", id).forUpdate().execute();
  return withSpent(tx, purchaseId).where("credits.id", "=", id).executeTakeFirstOrThrow();
}

/**
 * How much of a credit is free for a booking that uses it, or would again (minor units). Takes no lock, so nothing is
 * guaranteed.
 */
export async function freeFor(db: Db | Tx, id: string, purchaseId: string): Promise<number> {
  const credit = await withSpent(db, purchaseId).where("credits.id", "=", id).executeTakeFirstOrThrow();
  return credit.disputed ? 0 : Math.max(0, credit.amount - credit.spent);
}

export const creditById = (db: Db | Tx, id: string) =>
  withSpent(db, null).where("credits.id", "=", id).executeTakeFirst();

export const creditOfPayment = (tx: Tx, paymentId: string) =>
  tx.selectFrom("credits").select(["id", "purchase_id"]).where("payment_id", "=", paymentId).executeTakeFirst();

/** How much of a credit has paid for bookings. */
export const usedOf = async (tx: Tx, id: string): Promise<number> =>
  (
    await tx
      .selectFrom("credit_uses")
      .select(sql<number>`coalesce(sum(amount), 0)::int`.as("sum"))
      .where("credit_id", "=", id)
      .where("state", "=", "used")
      .executeTakeFirstOrThrow()
  ).sum;

export const voidRest = (tx: Tx, id: string, rest: number) =>
  tx
    .updateTable("credits")
    .set((e) => ({ voided: e("voided", "+", rest) }))
    .where("id", "=", id)
    .execute();

/** The credits given for a booking, oldest first. */
export const creditsGivenFor = (db: Db | Tx, purchaseId: string) =>
  withSpent(db, null).where("credits.purchase_id", "=", purchaseId).orderBy("created_at").execute();

type NewCredit = {
  code: string;
  currency: string;
  amount: number;
  purchase_id: string;
  payment_id: string;
  test: boolean;
  created_at: Date;
  expires_at: Date;
};

export const insertCredit = (tx: Tx, credit: NewCredit) =>
  tx.insertInto("credits").values(credit).returning("id").executeTakeFirstOrThrow();

export const prolongCredit = (tx: Tx, id: string, until: Date) =>
  tx
    .updateTable("credits")
    .set({ expires_at: sql<Date>`greatest(expires_at, ${until})` })
    .where("id", "=", id)
    .execute();

const uses = (db: Db | Tx, purchaseId: string) =>
  db
    .selectFrom("credit_uses as u")
    .innerJoin("credits as c", "c.id", "u.credit_id")
    .select(["u.id", "u.credit_id", "u.amount", "u.taken_back", "c.code", "c.test"])
    .select([sql<UseState>`u.state`.as("state"), sql<Currency>`c.currency`.as("currency")])
    .select(sql<string>`(select b.kind from purchases b where b.id = u.purchase_id)`.as("kind"))
    .where("u.purchase_id", "=", purchaseId);

/** The booking's use of a credit, released or not. */
export const useOf = (db: Db | Tx, purchaseId: string) => uses(db, purchaseId).executeTakeFirst();

/** Reserves credit for a booking, replacing an earlier reservation. The credit and the booking must be locked. */
export const writeUse = (tx: Tx, use: { credit_id: string; purchase_id: string; amount: number; now: Date }) => {
  const { now, ...reserved } = { ...use, state: "reserved" };
  return tx
    .insertInto("credit_uses")
    .values({ ...reserved, created_at: now, updated_at: now })
    .onConflict((c) => c.column("purchase_id").doUpdateSet({ ...reserved, updated_at: now }))
    .execute();
};

export const updateUse = (
  tx: Tx,
  id: string,
  change: { state: UseState; amount?: number; taken_back?: number },
  now: Date,
) =>
  tx
    .updateTable("credit_uses")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .execute();

/** Releases what an unpaid booking has reserved, if it has reserved credit. */
export const releaseReserved = (tx: Tx, purchaseId: string, now: Date) => writeLater(tx, RELEASED, [purchaseId, now]);

const RELEASED = writeOf({
  released: "update credit_uses set state = 'released', updated_at = $2 where purchase_id = $1 and state = 'reserved'",
});

/** Removes credit from an unpaid booking. Used credit stays. */
export const deleteUnused = (tx: Tx, purchaseId: string) =>
  tx.deleteFrom("credit_uses").where("purchase_id", "=", purchaseId).where("state", "<>", "used").execute();
