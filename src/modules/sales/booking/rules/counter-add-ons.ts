import type { Currency } from "#src/kernel/money.ts";
import { type ChosenAddOn, mostOf } from "#src/modules/sales/add-ons/rules/price.ts";
import type { OfferedAddOn } from "#src/modules/sales/booking/schema.ts";

/**
 * An add-on as a counter sells it: what one costs in each of its currencies (minor units), how many a booking may have (null: one for
 * each person) and how many are left (null: no limit).
 */
export type CounterAddOn<C extends Currency = Currency> = {
  id: string;
  name: string;
  prices: Record<C, number>;
  most: number | null;
  left: number | null;
};

/**
 * What a counter's form offers to so many people, and what of it is chosen: never more than a booking may have, or are left. `sum`:
 * what all of that costs, in minor units.
 */
export function counterAddOns<C extends Currency>(
  addOns: readonly CounterAddOn<C>[],
  quantities: Readonly<Record<string, number>>,
  { people, currency }: { people: number; currency: C },
): { rows: OfferedAddOn[]; chosen: ChosenAddOn[]; sum: number } {
  const rows = addOns.map(({ id, name, prices, most, left }) => ({
    id,
    name,
    description: "",
    picture: null,
    price: { amount_minor: prices[currency], currency },
    most: Math.min(mostOf({ most }, people), left ?? Number.MAX_SAFE_INTEGER),
    left,
  }));
  const wishes = rows.map((row) => ({ ...row, quantity: Math.min(row.most, quantities[row.id] ?? 0) }));
  return {
    rows,
    chosen: wishes.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => ({ id, quantity })),
    sum: wishes.reduce((sum, { price, quantity }) => sum + price.amount_minor * quantity, 0),
  };
}
