import type { Currency, Money, Rates } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { crawlPriceIn, type SetPrices } from "#src/modules/site/catalog/rules/price.ts";

/** An add-on as it is offered; `most`: how many a booking may have, null for one for each person; `stock` null: no limit. */
export type AddOn = {
  id: string;
  name: string;
  name_es: string | null;
  description: string;
  description_es: string | null;
  picture: string | null;
  city_id: string | null;
  crawl_id: string | null;
  /** the local date of the only nights with which it is offered, YYYY-MM-DD; null: any */
  only_on: string | null;
  price: number;
  currency: string;
  prices: SetPrices;
  most: number | null;
  stock: number | null;
  stock_per_night: boolean;
};

/** What a guest chose of one. */
export type ChosenAddOn = { id: string; quantity: number };

/** A choice with its price: `amount` is for all of them, in minor units of the booking's currency. */
export type PricedAddOn = ChosenAddOn & { amount: number; per_person: boolean };

/** Whether an add-on is offered with a crawl of a city on a local date. */
export const isOfferedWith = (
  addOn: Pick<AddOn, "city_id" | "crawl_id" | "only_on">,
  night: { crawlId: string; cityId: string; date: string },
): boolean =>
  (addOn.city_id === null || addOn.city_id === night.cityId) &&
  (addOn.crawl_id === null || addOn.crawl_id === night.crawlId) &&
  (addOn.only_on === null || addOn.only_on === night.date);

/** What one costs in a currency: the price set for it, else converted, as a place's (docs/decisions/040). */
export const addOnPrice = (
  addOn: Pick<AddOn, "price" | "currency" | "prices">,
  currency: Currency,
  rates: Rates,
): Money => crawlPriceIn(addOn, currency, rates);

/** How many a booking of so many people may have at most, whatever is left. */
export const mostOf = ({ most }: Pick<AddOn, "most">, people: number): number => most ?? people;

/**
 * Prices what was chosen of what is offered, each once. Refusals: add_on_unknown, add_on_too_many {max} and add_on_sold_out {left},
 * each with the add-on's `id`. `left`: of those with a stock, how many are left, where that is known.
 */
export function priceChosen(
  chosen: readonly ChosenAddOn[],
  {
    offered,
    people,
    currency,
    rates,
    left = new Map(),
  }: {
    offered: readonly AddOn[];
    people: number;
    currency: Currency;
    rates: Rates;
    left?: ReadonlyMap<string, number>;
  },
) {
  const lines: PricedAddOn[] = [];
  for (const { id, quantity } of chosen) {
    const addOn = offered.find((one) => one.id === id);
    if (!addOn || lines.some((line) => line.id === id)) return fail("add_on_unknown", { add_on: id });
    const max = mostOf(addOn, people);
    if (quantity > max) return fail("add_on_too_many", { add_on: id, max });
    const there = left.get(id) ?? quantity;
    if (quantity > there) return fail("add_on_sold_out", { add_on: id, left: there });
    const amount = addOnPrice(addOn, currency, rates).amount * quantity;
    lines.push({ id, quantity, amount, per_person: addOn.most === null });
  }
  return ok({ lines });
}
