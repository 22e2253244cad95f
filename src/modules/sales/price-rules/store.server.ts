import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The columns of a rule, without those of its row. */
const OF_RULE = [
  "id",
  "name",
  "name_es",
  "city_id",
  "crawl_id",
  "days_from",
  "days_to",
  "date_from",
  "date_to",
  "weekdays",
  "people_from",
  "people_to",
  "places_left",
  "percent",
  "amount",
  "currency",
  "with_codes",
] as const;

/** The rules that are switched on, in their order. */
export const activeRules = (db: Db | Tx): Promise<PriceRule[]> =>
  db
    .selectFrom("price_rules")
    .select(OF_RULE)
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
