import type { Money } from "#src/kernel/money.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** Converts the API's money to the kernel's. */
export const moneyOf = ({ amount_minor, currency }: Departure["price_per_person"]): Money => ({
  amount: amount_minor,
  currency,
});

type Priced = Pick<Departure, "price_per_person" | "price_rule" | "party_prices">;

/** What a person of a party of so many pays, and the rule that makes it so. */
export const priceFor = (departure: Priced, people: number): Pick<Priced, "price_per_person" | "price_rule"> =>
  departure.party_prices.findLast(({ people_from }) => people_from <= people) ?? departure;
