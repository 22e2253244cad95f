import { z } from "zod";
import { convert, type Currency, type Rates } from "#src/kernel/money.ts";
import { lastDayToBook, type PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { MoneyShape } from "#src/modules/site/catalog/schema.ts";

/** A rule that lowers a price, as guests and API clients read it. */
export const PriceRuleShape = z
  .object({
    name: z.string().describe("in English"),
    name_es: z.string().describe("in Spanish"),
    percent: z.int().nullable().describe("off the regular price per person; null where an amount is"),
    amount: MoneyShape.nullable().describe("off the regular price per person; null where a percentage is"),
    book_until: z.string().nullable().describe("last local date on which this night is booked under it, YYYY-MM-DD"),
  })
  .meta({ id: "PriceRule" });
export type PriceRuleShape = z.infer<typeof PriceRuleShape>;

/** A rule as it is shown beside a price in `currency` of the night of `date`. */
export function shownRule(rule: PriceRule, date: string, currency: Currency, rates: Rates): PriceRuleShape {
  const { name, name_es, percent, amount } = rule;
  const off = amount === null ? null : convert({ amount, currency: rule.currency as Currency }, currency, rates);
  return {
    name,
    name_es,
    percent,
    amount: off && { amount_minor: off.amount, currency: off.currency },
    book_until: lastDayToBook(rule, date),
  };
}
