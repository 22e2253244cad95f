import { randomUUID } from "node:crypto";
import { forgetRules } from "#src/modules/sales/price-rules/queries.server.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { Db } from "#src/platform/db.server.ts";

/** A rule for tests: 15% off every place, always. */
export const ruleOf = (over: Partial<PriceRule> = {}): PriceRule => ({
  id: "r",
  name: "Early bird",
  name_es: "Preventa",
  city_id: null,
  crawl_id: null,
  days_from: null,
  days_to: null,
  date_from: null,
  date_to: null,
  weekdays: [],
  people_from: null,
  people_to: null,
  places_left: null,
  partner_id: null,
  nights_from: null,
  nights_days: null,
  percent: 15,
  amount: null,
  currency: null,
  with_codes: true,
  ...over,
});

/** Stores one, as the last in order. Returns its id. */
export async function addRule(db: Db, over: Partial<PriceRule> = {}): Promise<string> {
  const id = randomUUID();
  const { weekdays, ...rule } = ruleOf({ ...over, id });
  const { n } = await db
    .selectFrom("price_rules")
    .select((e) => e.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  await db
    .insertInto("price_rules")
    .values({ ...rule, weekdays: [...weekdays], position: Number(n) + 1, created_at: new Date("2026-11-20T18:00:00Z") })
    .execute();
  forgetRules({ db });
  return id;
}

/** Deletes all of them. */
export async function dropRules(db: Db): Promise<void> {
  await db.deleteFrom("price_rules").execute();
  forgetRules({ db });
}
