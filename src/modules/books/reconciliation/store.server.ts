import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DifferenceKind } from "#src/modules/books/reconciliation/rules/compare.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";

/** The days (YYYY-MM-DD) of a provider that have been compared. */
export const daysCompared = async (db: Db, provider: string): Promise<string[]> =>
  (
    await db
      .selectFrom("reconciliation_runs")
      .select(sql<string>`day::text`.as("day"))
      .where("provider", "=", provider)
      .execute()
  ).map(({ day }) => day);

/** Records a day's comparison; undefined if it already exists. */
export const insertRun = (tx: Tx, run: { provider: string; day: string; ran_at: Date; movements: number }) =>
  tx
    .insertInto("reconciliation_runs")
    .values(run)
    .onConflict((c) => c.columns(["provider", "day"]).doNothing())
    .returning("id")
    .executeTakeFirst();

export async function insertDifferences(tx: Tx, rows: readonly Insertable<Tables["reconciliation_differences"]>[]) {
  for (const some of portionsOf(rows)) await tx.insertInto("reconciliation_differences").values(some).execute();
}

const runs = (db: Db) =>
  db.selectFrom("reconciliation_runs").select(["id", "provider", "day", "ran_at", "movements", "looked_at"]);

export const runById = (db: Db, id: string) => runs(db).where("id", "=", id).executeTakeFirst();

/** Runs with differences that no one has acknowledged, then the latest. */
export const runsToShow = (db: Db, limit: number) =>
  runs(db)
    .orderBy(
      (e) =>
        e.and([
          e("looked_at", "is", null),
          e.exists(
            e
              .selectFrom("reconciliation_differences as d")
              .select("d.id")
              .whereRef("d.run_id", "=", "reconciliation_runs.id")
              .where("d.mended", "=", false),
          ),
        ]),
      "desc",
    )
    .orderBy("day", "desc")
    .orderBy("provider")
    .limit(limit)
    .execute();

/** The differences of runs, with the purchase's reference if known. */
export const differencesOf = async (db: Db, runIds: readonly string[]) =>
  runIds.length === 0
    ? []
    : db
        .selectFrom("reconciliation_differences as d")
        .leftJoin("payments as p", "p.id", "d.payment_id")
        .leftJoin("purchase_facts as b", "b.id", "p.purchase_id")
        .select(["d.id", "d.run_id", "d.external_id", "d.mended", "b.reference"])
        .select(["d.our_amount", "d.our_currency", "d.their_amount", "d.their_currency"])
        .select(sql<DifferenceKind>`d.kind`.as("kind"))
        .where("d.run_id", "in", runIds)
        .orderBy("d.id")
        .execute();

/** The references of purchases (their ids, where they have none) and who bought them, by id. */
export async function buyersOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { reference: string; guest: string }>();
  const rows = await db
    .selectFrom("purchase_facts")
    .select([sql<string>`id`.as("id"), "reference", "person"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, reference, person }) => [id, { reference: reference ?? id, guest: person ?? "" }]));
}

/** Marks a run as acknowledged; undefined if it already was or doesn't exist. */
export const markLooked = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable("reconciliation_runs")
    .set({ looked_at: now })
    .where("id", "=", id)
    .where("looked_at", "is", null)
    .returning(["provider", "day"])
    .executeTakeFirst();
