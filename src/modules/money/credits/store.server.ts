import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
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

/** Credit is blocked while a bank has, or may take, the payment behind it. */
const isDisputed = (paymentId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from payments p where p.id = ${paymentId} and p.dispute_state in ('open', 'lost'))`;

const withSpent = (db: Db | Tx, purchaseId: string | null) =>
  db
    .selectFrom("credits")
    .selectAll("credits")
    .select((e) => [sql<Currency>`credits.currency`.as("currency"), spentBut(e, purchaseId).as("spent")])
    .select(sql<string>`(select b.kind from purchases b where b.id = credits.purchase_id)`.as("kind"))
    .select(isDisputed(sql.ref("credits.payment_id")).as("disputed"))
    .$narrowType<{ spent: number; disputed: boolean }>();

/** A credit that only its own booking uses: nobody enters its code, nor takes it off. */
const IS_DEPOSIT = sql<boolean>`exists (select from purchases p where p.id = c.purchase_id and p.kind = 'group_deposit')`;

/** The credit behind a code, with what is spent of it. A null `key` finds nothing, by the same statement. */
export const creditByCode = (db: Db | Tx, key: string | null) =>
  withSpent(db, null)
    .where("credits.code", "=", key)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom("credits as c").whereRef("c.id", "=", "credits.id").where(IS_DEPOSIT).select("c.id")),
      ),
    )
    .executeTakeFirst();

/**
 * Locks credits against concurrent use, and only then computes what is spent of each, excluding one booking. Always in the same order, so
 * that two bookings with the same credits never wait for each other.
 */
export async function lockCredits(tx: Tx, ids: readonly string[], purchaseId: string | null) {
  if (ids.length === 0) return [];
  await tx.selectFrom("credits").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
  return withSpent(tx, purchaseId).where("credits.id", "in", ids).execute();
}

export async function lockCredit(tx: Tx, id: string, purchaseId: string | null) {
  const [credit] = await lockCredits(tx, [id], purchaseId);
  if (!credit) throw new Error(`credit ${id} is gone`);
  return credit;
}

/**
 * How much of a credit is free for a booking that uses it, or would again (minor units). Takes no lock, so nothing is
 * guaranteed.
 */
export async function freeFor(db: Db | Tx, id: string, purchaseId: string): Promise<number> {
  const credit = await withSpent(db, purchaseId).where("credits.id", "=", id).executeTakeFirstOrThrow();
  return credit.disputed ? 0 : Math.max(0, credit.amount - credit.spent);
}

/** One credit, with what is spent of it but by one purchase. */
export const creditById = (db: Db | Tx, id: string, purchaseId: string | null = null) =>
  withSpent(db, purchaseId).where("credits.id", "=", id).executeTakeFirst();

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

/** Voids so much of a credit; `expired`: because it ended. */
export const voidRest = (tx: Tx, id: string, rest: number, { expired = false } = {}) =>
  tx
    .updateTable("credits")
    .set((e) => ({ voided: e("voided", "+", rest), ...(expired && { expired: e("expired", "+", rest) }) }))
    .where("id", "=", id)
    .execute();

/** What ended of a credit went back after all: so much of it is void, and no revenue. */
export const takeOffExpired = (tx: Tx, id: string, amount: number) =>
  tx
    .updateTable("credits")
    .set((e) => ({ expired: e("expired", "-", amount) }))
    .where("id", "=", id)
    .execute();

/** Notes that so much of what was voided had been taken off revenue before. */
export const addReclaimed = (tx: Tx, id: string, amount: number) =>
  tx
    .updateTable("credits")
    .set((e) => ({ reclaimed: e("reclaimed", "+", amount) }))
    .where("id", "=", id)
    .execute();

/** The credits given for a booking, oldest first. */
export const creditsGivenFor = (db: Db | Tx, purchaseId: string) =>
  withSpent(db, null).where("credits.purchase_id", "=", purchaseId).orderBy("created_at").execute();

/** Credits of a kind of purchase that ended before a time and of which something is left. */
export const endedCredits = async (db: Db, kind: string, before: Date): Promise<string[]> =>
  (
    await db
      .selectFrom("credits as c")
      .innerJoin("purchases as b", "b.id", "c.purchase_id")
      .select("c.id")
      .where("b.kind", "=", kind)
      .where("c.expires_at", "<=", before)
      .whereRef("c.voided", "<", "c.amount")
      .where((e) =>
        e(
          e.ref("c.amount"),
          ">",
          e
            .selectFrom("credit_uses as u")
            .whereRef("u.credit_id", "=", "c.id")
            .where("u.state", "<>", "released")
            .select(sql<number>`coalesce(sum(u.amount), 0) + c.voided`.as("sum")),
        ),
      )
      .orderBy("c.id")
      .execute()
  ).map(({ id }) => id);

type NewCredit = {
  code: string;
  currency: string;
  amount: number;
  purchase_id: string;
  payment_id: string | null;
  test: boolean;
  created_at: Date;
  expires_at: Date | null;
};

export const insertCredit = (tx: Tx, credit: NewCredit) =>
  tx.insertInto("credits").values(credit).returning("id").executeTakeFirstOrThrow();

export const prolongCredit = (tx: Tx, id: string, until: Date) =>
  tx
    .updateTable("credits")
    // one that never ends doesn't begin to
    .set({ expires_at: sql<Date | null>`case when expires_at is not null then greatest(expires_at, ${until}) end` })
    .where("id", "=", id)
    .execute();

// nobody can take a deposit off its booking, so what a bank has, or may take, of it doesn't lower the bill
const COUNTED = sql<number>`case when u.state = 'reserved' and ${IS_DEPOSIT}
  then case when ${isDisputed(sql.ref("c.payment_id"))} then 0 else least(u.amount, c.amount - c.voided) end
  else u.amount end`;

const uses = (db: Db | Tx, purchaseId: string) =>
  db
    .selectFrom("credit_uses as u")
    .innerJoin("credits as c", "c.id", "u.credit_id")
    .select(["u.id", "u.credit_id", "u.taken_back", "u.voided", "c.code", "c.test"])
    .select([COUNTED.as("amount"), sql<UseState>`u.state`.as("state"), sql<Currency>`c.currency`.as("currency")])
    .select(sql<string>`(select b.kind from purchases b where b.id = u.purchase_id)`.as("kind"))
    .select(IS_DEPOSIT.as("is_deposit"))
    .where("u.purchase_id", "=", purchaseId);

/**
 * The booking's uses of credits, released or not: those that still count first, each group in the order in which they were applied. Of a
 * deposit that waits the `amount` is what can still be used, which may be 0.
 */
export const usesOf = (db: Db | Tx, purchaseId: string) =>
  uses(db, purchaseId)
    .orderBy(sql`u.state = 'released'`)
    .orderBy("u.created_at")
    .orderBy("u.id")
    .execute();

/** Reserves credit for a booking, replacing an earlier reservation of the same credit. The credit and the booking must be locked. */
export const writeUse = (tx: Tx, use: { credit_id: string; purchase_id: string; amount: number; now: Date }) => {
  const { now, ...reserved } = { ...use, state: "reserved" };
  return tx
    .insertInto("credit_uses")
    .values({ ...reserved, created_at: now, updated_at: now })
    .onConflict((c) => c.columns(["purchase_id", "credit_id"]).doUpdateSet({ ...reserved, updated_at: now }))
    .execute();
};

export const updateUse = (
  tx: Tx,
  id: string,
  change: { state: UseState; amount?: number; taken_back?: number; voided?: number },
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

/** Removes credit from an unpaid booking: one (by its use), or all. Used credit stays, and a deposit. */
export const deleteUnused = (tx: Tx, purchaseId: string, useId: string | null) =>
  tx
    .deleteFrom("credit_uses")
    .where("purchase_id", "=", purchaseId)
    .where("state", "<>", "used")
    .where(sql<boolean>`not exists (select from credits c where c.id = credit_uses.credit_id and ${IS_DEPOSIT})`)
    .$if(useId !== null, (q) => q.where("id", "=", useId))
    .execute();
