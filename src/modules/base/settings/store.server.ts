import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

export const allSettings = (db: Db | Tx) => db.selectFrom("app_settings").select(["key", "value"]).execute();

export const allRates = (db: Db | Tx) => db.selectFrom("currency_rates").selectAll().orderBy("currency").execute();

export async function replaceLogos(tx: Tx, from: string, logo: string): Promise<{ key: string; before: string }[]> {
  const { rows } = await sql<{ key: string; before: string }>`
    update app_settings set value = ${logo} where starts_with(value, ${`${from}#`})
    returning key, old.value as before`.execute(tx);
  return rows;
}

export const takeSettingsLock = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('app_settings'))`.execute(tx);

export const upsertSetting = (tx: Tx, key: string, value: string) =>
  tx
    .insertInto("app_settings")
    .values({ key, value })
    .onConflict((c) => c.column("key").doUpdateSet({ value }))
    .execute();

export const insertSettings = (tx: Tx, settings: readonly { key: string; value: string }[]) =>
  tx
    .insertInto("app_settings")
    .values([...settings])
    .onConflict((c) => c.doNothing())
    .returning("key")
    .execute();

export const lockSetting = (tx: Tx, key: string) =>
  tx.selectFrom("app_settings").select("value").where("key", "=", key).forUpdate().executeTakeFirstOrThrow();

export const deleteSetting = (tx: Tx, key: string) => tx.deleteFrom("app_settings").where("key", "=", key).execute();

export const upsertRate = (tx: Tx, currency: string, { rate, date }: { rate: number; date: string }) =>
  tx
    .insertInto("currency_rates")
    .values({ currency, per_usd: rate, date })
    .onConflict((c) => c.column("currency").doUpdateSet({ per_usd: rate, date }))
    .execute();
