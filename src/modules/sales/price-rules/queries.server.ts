import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { activeRules } from "#src/modules/sales/price-rules/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";

// as the settings and rates: every page and booking reads them
const KEEP_MS = 1000;

const rules = keptPerDatabase<readonly PriceRule[]>((db) => activeRules(db), KEEP_MS);

/** The rules that are switched on, in their order; at most a second old. Anyone may read. */
export const priceRules = ({ db }: { db: Db | Tx }): Promise<readonly PriceRule[]> => rules(db as Db);

/** Drops the rules in memory after a change. */
export const forgetRules = ({ db }: { db: Db }): void => rules.forget(db);
