import { z } from "zod";
import { convert, type Currency, type Money, type Rates } from "#src/kernel/money.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { lastDayToBook, type PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import {
  fieldErrorsOf,
  type RuleFormValues,
  ruleOfForm,
  TEXTS,
} from "#src/modules/sales/price-rules/rules/rule-form.ts";
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

const text = z.string().overwrite(toOneLine);

/** A rule's form parsed into stored values. All errors are reported at once; every message is a message id. */
export const SaveRule = z
  .strictObject({
    ...(Object.fromEntries(TEXTS.map((name) => [name, text])) as Record<(typeof TEXTS)[number], typeof text>),
    with_codes: z.boolean(),
    is_active: z.boolean(),
  })
  .transform((formValues: RuleFormValues, refinement) => {
    const fieldErrors = fieldErrorsOf(formValues);
    for (const [field, message] of fieldErrors) refinement.addIssue({ code: "custom", path: [field], message });
    return fieldErrors.length > 0 ? z.NEVER : ruleOfForm(formValues);
  });
export type SaveRule = z.infer<typeof SaveRule>;

/** Which rule a form saves, over which version. */
export const SavedOver = z.object({
  id: z.union([z.uuid(), z.literal("new")]),
  version: z.coerce.number().int().default(0),
});

/** A rule in the list, with what was sold under it. */
export type ListedRule = PriceRule & {
  position: number;
  is_active: boolean;
  /** the only city or crawl where it applies, in the viewer's language */
  place: string | null;
  /** the name of the partner for whose guests it is */
  partner: string | null;
  bookings: number;
  revenue: Money[];
};

/** A rule with everything its form needs. */
export type OpenRule = { id: string; version: number; formValues: RuleFormValues };
