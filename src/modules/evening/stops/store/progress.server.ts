import { sql } from "kysely";
import type { Step } from "#src/modules/evening/stops/rules/where.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** Reports of where a departure's group is, in the order in which they came. */
export async function stepsOf(db: Db | Tx, departureId: string): Promise<Step[]> {
  const rows = await db
    .selectFrom("stop_steps")
    .select(["id", "number", "stop_id", "kind", "device_at", "at"])
    .where("departure_id", "=", departureId)
    .orderBy("number")
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as Step["kind"] }));
}

type NewStep = Pick<Step, "id" | "stop_id" | "kind" | "device_at" | "at"> & {
  departure_id: string;
  user_id: string | null;
};

/** Keeps a step; false when its id is known. */
export const insertStep = async (tx: Tx, step: NewStep): Promise<boolean> =>
  (await tx
    .insertInto("stop_steps")
    .values(step)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Forgets who took the steps and counted the heads of before an instant. */
export async function forgetTappersBefore(db: Db, before: Date): Promise<void> {
  for (const table of ["stop_steps", "headcounts"] as const)
    await inPortions(async () => {
      const { rows } = await sql`update ${sql.table(table)} set user_id = null where id in (
        select id from ${sql.table(table)} where at < ${before} and user_id is not null limit ${PORTION}) returning id`.execute(
        db,
      );
      return rows;
    });
}
