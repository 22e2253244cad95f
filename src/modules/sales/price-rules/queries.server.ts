import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { ExampleBasis } from "#src/modules/sales/price-rules/rules/example.ts";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { formValuesOf } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import type { RuleFilter } from "#src/modules/sales/price-rules/rules/rule-list.ts";
import type { ListedRule, OpenRule } from "#src/modules/sales/price-rules/schema.ts";
import { activeRules, ruleById, rulesOfList } from "#src/modules/sales/price-rules/store.server.ts";
import { allCities, crawlChoices, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { crawlPriceIn } from "#src/modules/site/catalog/rules/price.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";

export { placeName } from "#src/modules/sales/price-rules/store.server.ts";

// as the settings and rates: every page and booking reads them
const KEEP_MS = 1000;

const rules = keptPerDatabase<readonly PriceRule[]>((db) => activeRules(db), KEEP_MS);

/** The rules that are switched on, in their order; at most a second old. Anyone may read. */
export const priceRules = ({ db }: { db: Db | Tx }): Promise<readonly PriceRule[]> => rules(db);

/** Drops the rules in memory after a change. */
export const forgetRules = ({ db }: { db: Db }): void => rules.forget(db);

/** The name of a rule's partner; null: it is for everybody; undefined when there is none of this id. */
export const nameOfPartner = async (ctx: Pick<Context, "ask">, tx: Tx, id: string | null) =>
  id === null ? null : (await ctx.ask.partnerNames(tx, [id])).get(id);

/** The rules of a filter, with what was sold under each. Refusal: forbidden {missing}. */
export async function listRules(ctx: Context, filter: Pick<RuleFilter, "state">) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const [rows, sold] = await Promise.all([
    rulesOfList(ctx.db, { state: null }),
    ctx.ask.soldUnderRules(ctx.db, practises(ctx)),
  ]);
  const partners = await ctx.ask.partnerNames(
    ctx.db,
    rows.flatMap((row) => row.partner_id ?? []),
  );
  const all = rows.map(({ place, place_es, ...row }): ListedRule => {
    const sales = sold.filter(({ rule_id }) => rule_id === row.id);
    return {
      ...row,
      place: place && inLocale(ctx.locale, place, place_es ?? ""),
      partner: row.partner_id && (partners.get(row.partner_id) ?? null),
      bookings: sales.reduce((sum, { bookings }) => sum + bookings, 0),
      revenue: sales.map(({ total: amount, currency }) => ({ amount, currency })),
    };
  });
  const active = all.filter((rule) => rule.is_active).length;
  const { state } = filter;
  return ok({
    rules: state === null ? all : all.filter((rule) => rule.is_active === (state === "active")),
    counts: { active, inactive: all.length - active },
    mayChange: can(ctx.actor, "coupons.change"),
  });
}

/** A rule for its form. Refusals: forbidden {missing}, rule_not_found. */
export async function openRule(ctx: Context, id: string) {
  if (!can(ctx.actor, "coupons.read")) return fail("forbidden", { missing: "coupons.read" });
  const row = isUuid(id) ? await ruleById(ctx.db, id) : undefined;
  if (!row) return fail("rule_not_found");
  const rule: OpenRule = { id, version: row.version, formValues: formValuesOf(row) };
  return ok({ rule });
}

/** The cities, and the crawls that aren't deleted, for which something may be valid, by name. The caller checks permissions. */
export async function placesToChoose({ db, locale }: Context): Promise<Places> {
  const [cities, crawls] = await Promise.all([allCities(db), crawlChoices(db)]);
  return {
    cities: cities.map(({ id, name, name_es }) => ({ id, name: inLocale(locale, name, name_es) })),
    crawls: crawls.map(({ id, title, title_es }) => ({ id, name: inLocale(locale, title, title_es) })),
  };
}

/** What the form's example is made of: the crawls that are sold, at their prices in pesos. The caller checks permissions. */
export async function exampleBasis(ctx: Context): Promise<ExampleBasis> {
  const [crawls, { perUsd }] = await Promise.all([listCrawls(ctx), currencyRates(ctx)]);
  return {
    crawls: crawls.map((crawl) => ({
      id: crawl.id,
      city_id: crawl.city_id,
      name: crawl.title,
      price: crawlPriceIn(crawl, "MXN", perUsd),
    })),
    today: dateIn(ctx.now, HOME_ZONE),
    rates: perUsd,
  };
}
