import { amountText } from "#src/kernel/amount.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { type AddOn, isOfferedWith } from "#src/modules/sales/add-ons/rules/price.ts";
import type { AddOnFormValues, ListedAddOn, ScopeChoices } from "#src/modules/sales/add-ons/schema.ts";
import { activeAddOns, addOnById, allAddOns, cityOfCrawl } from "#src/modules/sales/add-ons/store.server.ts";
import { allCities, crawlChoices } from "#src/modules/site/catalog/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";

// kept for a second: every checkout reads them, most installations have none, and another server may change them
const active = keptPerDatabase<AddOn[]>(activeAddOns, 1000);
export const forgetAddOns = ({ db }: Pick<Context, "db">): void => active.forget(db);

/**
 * What is offered with a crawl on a local date, in its order; at most a second old. Public. Reads nothing but a list that is kept where
 * nothing is offered.
 */
export async function addOnsOfCrawl({ db, tx }: { db: Db; tx?: Tx }, crawlId: string, date: string): Promise<AddOn[]> {
  const all = await active(db, tx);
  if (all.length === 0) return [];
  const isOfCity = all.some(({ city_id: city }) => city !== null);
  const cityId = (isOfCity ? await cityOfCrawl(tx ?? db, crawlId) : null) ?? "";
  return all.filter((one) => isOfferedWith(one, { crawlId, cityId, date }));
}

/** How many are left on a night of those that have a stock, by id: never less than none. Public. */
export async function leftOfAddOns(
  { db, ask, settings, now }: Pick<Context, "ask" | "settings" | "now"> & { db: Db | Tx },
  addOns: readonly Pick<AddOn, "id" | "stock">[],
  departureId: string,
  /** a booking that is about to be replaced */
  except: string | null = null,
): Promise<Map<string, number>> {
  const limited = addOns.filter(({ stock }) => stock !== null);
  if (limited.length === 0) return new Map();
  const ids = limited.map(({ id }) => id);
  const uses = await ask.takenOfAddOns(db, ids, { departureId, except, practice: practises({ settings }), now });
  return new Map(limited.map(({ id, stock }) => [id, Math.max(0, stock! - (uses.get(id) ?? 0))]));
}

/** All add-ons for staff. Refusal: forbidden {missing}. */
export async function addOnsForStaff(ctx: Context) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const [rows, sold] = await Promise.all([allAddOns(ctx.db), ctx.ask.soldOfAddOns(ctx.db, practises(ctx))]);
  const addOns = rows.map((row): ListedAddOn => ({
    id: row.id,
    name: inLocale(ctx.locale, row.name, row.name_es),
    picture: row.picture,
    where:
      row.city !== null
        ? inLocale(ctx.locale, row.city, row.city_es)
        : row.title !== null
          ? inLocale(ctx.locale, row.title, row.title_es)
          : null,
    onlyOn: row.only_on,
    price: { amount: row.price, currency: row.currency as Currency },
    stock: row.stock,
    stockPerNight: row.stock_per_night,
    most: row.most,
    isActive: row.is_active,
    sold: sold.get(row.id) ?? 0,
  }));
  return ok({ addOns, mayChange: can(ctx.actor, "crawls.change"), mayExport: can(ctx.actor, "reports.read") });
}

async function choices(ctx: Context): Promise<ScopeChoices> {
  const [cities, crawls] = await Promise.all([allCities(ctx.db), crawlChoices(ctx.db)]);
  return {
    cities: cities.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) })),
    crawls: crawls.map(({ id, title, title_es }) => ({ id, name: inLocale(ctx.locale, title, title_es) })),
  };
}

/** What the form of a new add-on offers. Refusal: forbidden {missing}. */
export async function addOnToAdd(ctx: Context) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ok({ id: crypto.randomUUID(), choices: await choices(ctx) });
}

/** An add-on for its form. Refusals: forbidden {missing}, add_on_not_found. */
export async function addOnToEdit(ctx: Context, id: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const row = isUuid(id) ? await addOnById(ctx.db, id) : undefined;
  if (!row) return fail("add_on_not_found");
  const sold = (await ctx.ask.soldOfAddOns(ctx.db, practises(ctx))).get(id) ?? 0;
  return ok({
    addOn: {
      id,
      version: row.version,
      name: inLocale(ctx.locale, row.name, row.name_es),
      isActive: row.is_active,
      sold,
      values: valuesOf(row),
    },
    choices: await choices(ctx),
    mayChange: can(ctx.actor, "crawls.change"),
  });
}

const valuesOf = (row: AddOn): AddOnFormValues => ({
  name: row.name,
  name_es: row.name_es ?? "",
  description: row.description,
  description_es: row.description_es ?? "",
  scope: row.city_id === null ? (row.crawl_id === null ? "" : `crawl:${row.crawl_id}`) : `city:${row.city_id}`,
  only_on: row.only_on ?? "",
  price: amountText(row.price),
  currency: row.currency,
  ...(Object.fromEntries(
    CURRENCIES.map((currency) => [`price_${currency}`, amountText(row.prices[currency])]),
  ) as Record<`price_${Currency}`, string>),
  most: row.most === null ? "" : String(row.most),
  stock: row.stock === null ? "" : String(row.stock),
  stock_per: row.stock_per_night ? "night" : "all",
  picture: row.picture ?? "",
});
