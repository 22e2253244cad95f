import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Difference, PurchaseKind } from "#src/modules/money/payments/questions.ts";
import { type Scope, within } from "#src/platform/id-scope.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inTime } from "#src/platform/transaction.server.ts";

type Checking = Pick<Context, "db" | "now" | "ask">;

/** A difference keeps its key while both amounts stay the same. */
const keyOf = ({ purchase_id, account, provider, currency, expected, actual }: Difference): string =>
  [purchase_id, account, provider, currency, expected, actual].join(":");

// PostgreSQL limits the number of parameters in a statement
const AT_ONCE = 1000;

/** Records what was found in a scope; earlier differences there that are no longer found are closed. */
async function keepFound(tx: Tx, at: Date, scope: Scope, found: readonly Difference[]): Promise<void> {
  const rows = found.map((difference) => ({ ...difference, key: keyOf(difference), found_at: at }));
  const keys = rows.map(({ key }) => key);
  await tx
    .updateTable("ledger_differences")
    .set({ gone_at: at })
    .where("gone_at", "is", null)
    .where(within(scope, "purchase_id"))
    .where(sql<boolean>`key <> all(${keys}::text[])`)
    .execute();
  for (let n = 0; n < rows.length; n += AT_ONCE)
    await tx
      .insertInto("ledger_differences")
      .values(rows.slice(n, n + AT_ONCE))
      .onConflict((c) => c.column("key").doUpdateSet({ gone_at: null }))
      .execute();
}

/** What one portion may take, whatever the pool allows. */
const PORTION_MS = 12_000;

/** Checks a scope and records what was found. False where it takes too long. */
export const checkAtOnce = async ({ db, now, ask }: Checking, scope: Scope): Promise<boolean> =>
  (await inTime(db, PORTION_MS, async (tx) => {
    await keepFound(tx, now, scope, await ask.ledgerDifferences(tx, scope));
    return true;
  })) ?? false;

/**
 * Begins a round over all bookings unless one is open. Returns when the last one began that was ended, since when changes are
 * looked for first; null before the first.
 */
export async function openRound(db: Db, at: Date): Promise<Date | null> {
  await db
    .insertInto("ledger_rounds")
    .values({ began_at: at })
    .onConflict((c) =>
      c
        .expression(sql`(ended_at is null)`)
        .where("ended_at", "is", null)
        .doNothing(),
    )
    .execute();
  const last = await db
    .selectFrom("ledger_rounds")
    .select("began_at")
    .where("ended_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.began_at ?? null;
}

/** Some are told by the database's clock and some by ours, and what began before may have been committed after. */
const CLOCKS_DIFFER_MS = 3_600_000;

/**
 * Bookings that anything has been done to since an instant. Every change of one is in the audit log, every movement in the
 * ledger; what escapes both is found by the round.
 */
export async function changedPurchases(db: Db, began: Date): Promise<string[]> {
  const since = new Date(+began - CLOCKS_DIFFER_MS);
  const { rows } = await sql<{ id: string }>`
    select u.id from purchases u where u.id in (
      select purchase_id from ledger_entries where at >= ${since}
      union select purchase_id from payments where created_at >= ${since}
      union select purchase_id from refunds where created_at >= ${since}
      union select case when subject_id ~ '^[0-9a-f-]{36}$' then subject_id::uuid end from audit_log
        where at >= ${since})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Checks the next bookings of the open round, so many at most, and notes how far it is in the same transaction. `taken`: another
 * process is at it, or has just ended it.
 */
export async function checkNext(
  { db, now: at, ask }: Checking,
  size: number,
): Promise<"checked" | "ended" | "taken" | "too long"> {
  const outcome = await inTime(db, PORTION_MS, async (tx) => {
    const round = await tx
      .selectFrom("ledger_rounds")
      .select(["id", "before"])
      .where("ended_at", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!round) return "taken" as const;
    const from = await lowestOf(tx, round.before, size);
    const scope: Scope = { kind: "range", from, before: round.before };
    await keepFound(tx, at, scope, await ask.ledgerDifferences(tx, scope));
    if (from !== null) {
      await tx.updateTable("ledger_rounds").set({ before: from }).where("id", "=", round.id).execute();
      return "checked" as const;
    }
    await tx.updateTable("ledger_rounds").set({ ended_at: at }).where("id", "=", round.id).execute();
    await tx.deleteFrom("ledger_rounds").where("id", "<", round.id).execute();
    await tx
      .insertInto("ledger_proofs")
      .values({ at, differences: await standingCount(tx) })
      .execute();
    return "ended" as const;
  });
  return outcome ?? "too long";
}

/** The smallest of so many ids before one (or of the newest); null where no more are left. */
async function lowestOf(tx: Tx, before: string | null, size: number): Promise<string | null> {
  const ids = tx.selectFrom("purchases").select("id").orderBy("id", "desc");
  const lowest = await (before === null ? ids : ids.where("id", "<", before))
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return lowest?.id ?? null;
}

/** How many differences stand. */
export async function standingCount(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_differences where gone_at is null`.execute(db);
  return rows[0]!.n;
}

/** Purchases with open differences that staff haven't been notified of. */
export const untoldPurchases = (db: Db, limit: number): Promise<{ id: string; kind: PurchaseKind }[]> =>
  db
    .selectFrom("ledger_differences as d")
    .innerJoin("purchases as u", "u.id", "d.purchase_id")
    .select(["u.id", sql<PurchaseKind>`u.kind`.as("kind")])
    .distinct()
    .where("d.gone_at", "is", null)
    .where("d.told_at", "is", null)
    .orderBy("u.id")
    .limit(limit)
    .execute();

/** Marks the open differences of a booking, or those of none (null), as notified. Returns the keys that weren't. */
export const markTold = async (tx: Tx, purchaseId: string | null, at: Date): Promise<string[]> =>
  (
    await tx
      .updateTable("ledger_differences")
      .set({ told_at: at })
      .where("purchase_id", "is not distinct from", purchaseId)
      .where("gone_at", "is", null)
      .where("told_at", "is", null)
      .returning("key")
      .execute()
  ).map((row) => row.key);

export const lastProof = (db: Db) =>
  db.selectFrom("ledger_proofs").select(["at", "differences"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/** Open differences: of one booking, of all, or those of none, which are the tills'. */
export const standingDifferences = async (db: Kysely<Tables>, of: { purchaseId: string } | "all" | "tills") => {
  const all = db
    .selectFrom("ledger_differences")
    .select(["purchase_id", "account", "provider", "found_at"])
    .select([
      sql<Currency>`currency`.as("currency"),
      sql<number>`expected::float8`.as("expected"),
      sql<number>`actual::float8`.as("actual"),
    ])
    .where("gone_at", "is", null);
  const some =
    of === "all"
      ? all
      : of === "tills"
        ? all.where("purchase_id", "is", null)
        : all.where("purchase_id", "=", of.purchaseId);
  return some.orderBy("found_at").orderBy("key").limit(500).execute();
};
