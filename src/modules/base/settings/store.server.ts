import type { Db } from "#src/platform/db.server.ts";

export const allSettings = (db: Db) => db.selectFrom("app_settings").selectAll().execute();

export const allRates = (db: Db) => db.selectFrom("currency_rates").selectAll().orderBy("currency").execute();
