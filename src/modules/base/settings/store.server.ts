import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

export const allSettings = (db: Db) => db.selectFrom("app_settings").selectAll().execute();

export const allRates = (db: Db) => db.selectFrom("currency_rates").selectAll().orderBy("currency").execute();

export async function replaceLogos(tx: Tx, from: string, logo: string): Promise<{ key: string; before: string }[]> {
  const { rows } = await sql<{ key: string; before: string }>`
    update app_settings set value = ${logo} where starts_with(value, ${`${from}#`})
    returning key, old.value as before`.execute(tx);
  return rows;
}
