import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

/** A partner as chosen in a list. */
export type PartnerChoice = { id: string; name: string; code: string; is_active: boolean };

/** All partners by name, those switched off last. */
export const partnerChoices = (db: Db): Promise<PartnerChoice[]> =>
  db
    .selectFrom("partners")
    .select(["id", "name", "code", "is_active"])
    .orderBy("is_active", "desc")
    .orderBy(inLetters("name"))
    .orderBy("id")
    .execute();

/** The names of partners, by id. */
export async function partnerNames(on: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .selectFrom("partners")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Keeps hashes of where a partner was; those known are seen again. */
export async function keepTraces(
  db: Db,
  partnerId: string,
  traces: readonly { kind: "browser" | "network"; hash: string }[],
  at: Date,
): Promise<void> {
  await db
    .insertInto("partner_traces")
    .values(traces.map((trace) => ({ partner_id: partnerId, ...trace, seen_at: at })))
    .onConflict((c) => c.columns(["partner_id", "kind", "hash"]).doUpdateSet({ seen_at: at }))
    .execute();
}

/** Forgets where partners were last seen before an instant. */
export async function forgetTracesBefore(db: Db, before: Date): Promise<void> {
  await inPortions(async () => {
    const { rows } = await sql`delete from partner_traces where ctid = any(array(
      select ctid from partner_traces where seen_at < ${before} limit ${PORTION})) returning kind`.execute(db);
    return rows;
  });
}

/** The code, as it is written, of the active partner that it belongs to in whatever letters; null where there is none. */
export async function activeCode(db: Db, code: string): Promise<string | null> {
  const row = await db
    .selectFrom("partners")
    .select("code")
    .where((eb) => eb(eb.fn("lower", ["code"]), "=", code.toLowerCase()))
    .where("is_active", "=", true)
    .executeTakeFirst();
  return row?.code ?? null;
}
