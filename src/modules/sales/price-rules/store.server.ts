import { type Insertable, sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { OnePlace } from "#src/modules/sales/price-rules/rules/place.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import type { RuleFilter } from "#src/modules/sales/price-rules/rules/rule-list.ts";
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
  "partner_id",
  "nights_from",
  "nights_days",
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

/** All rules of a filter in their order, those that are switched off too, with the name of their place. */
export const rulesOfList = (db: Db, { state }: Pick<RuleFilter, "state">) =>
  db
    .selectFrom("price_rules as r")
    .leftJoin("cities as t", "t.id", "r.city_id")
    .leftJoin("pub_crawls as c", "c.id", "r.crawl_id")
    .select(OF_RULE.map((column) => `r.${column}` as const))
    .select(["r.position", "r.is_active"])
    .select((e) => [
      e.fn.coalesce("c.title", "t.name").as("place"),
      e.fn.coalesce("c.title_es", "t.name_es").as("place_es"),
    ])
    .$if(state !== null, (q) => q.where("r.is_active", "=", state === "active"))
    .orderBy("r.position")
    .orderBy("r.id")
    .execute();

/** A rule's row; undefined when missing. */
export const ruleById = (db: Db | Tx, id: string) =>
  db.selectFrom("price_rules").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks a rule against other changes. */
export const holdRule = (tx: Tx, id: string) =>
  tx.selectFrom("price_rules").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The name of the city or crawl where something is valid; null: everywhere; undefined when there is none of this id. */
export async function placeName(
  tx: Tx,
  { city_id: city, crawl_id: crawl }: OnePlace,
): Promise<string | null | undefined> {
  if (crawl !== null)
    return (await tx.selectFrom("pub_crawls").select("title").where("id", "=", crawl).executeTakeFirst())?.title;
  if (city === null) return null;
  return (await tx.selectFrom("cities").select("name").where("id", "=", city).executeTakeFirst())?.name;
}

/** The position after all others. */
export const nextPosition = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom("price_rules")
      .select(sql<number>`coalesce(max(position), 0)::int + 1`.as("next"))
      .executeTakeFirstOrThrow()
  ).next;

export const insertRule = (tx: Tx, row: Insertable<Tables["price_rules"]>) =>
  tx.insertInto("price_rules").values(row).returning("id").executeTakeFirstOrThrow();

/** Writes a rule locked by `holdRule`. */
export const writeRule = (tx: Tx, id: string, row: Updateable<Tables["price_rules"]>) =>
  tx
    .updateTable("price_rules")
    .set((e) => ({ ...row, version: e("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

export const removeRule = (tx: Tx, id: string) => tx.deleteFrom("price_rules").where("id", "=", id).execute();
