import type { Money } from "#src/kernel/money.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** Converts the API's money to the kernel's. */
export const moneyOf = ({ amount_minor, currency }: Departure["price_per_person"]): Money => ({
  amount: amount_minor,
  currency,
});
