import type { Step } from "#src/modules/stops/rules/where.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** What was said of where a departure's group is, in the order in which it came. */
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
