import type { Db, Tx } from "#src/platform/db.server.ts";

export const allSettings = (db: Db) => db.selectFrom("app_settings").selectAll().execute();

export const allRates = (db: Db) => db.selectFrom("currency_rates").selectAll().orderBy("currency").execute();

export const upsertSetting = (tx: Tx, key: string, value: string) =>
  tx
    .insertInto("app_settings")
    .values({ key, value })
    .onConflict((c) => c.column("key").doUpdateSet({ value }))
    .execute();

export const settingForUpdate = (tx: Tx, key: string) =>
  tx.selectFrom("app_settings").selectAll().where("key", "=", key).forUpdate().executeTakeFirst();
