import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { RuleFormValues } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import type { FormAnswer, TheirSave } from "#src/ui/form/answer.ts";

/** What the answer to a rule's forms may have besides: another user's values. */
export type RuleExtra = TheirSave<RuleFormValues>;
export type RuleAnswer = FormAnswer<RuleExtra>;

/** What a refusal about a rule is called, or which field it is about. */
export const RULE_REFUSALS: Readonly<Record<string, MessageId | FieldError>> & { failed: MessageId } = {
  place_not_found: { id: "place", message: "price-rules.error.place" },
  partner_not_found: { id: "partner_id", message: "price-rules.error.partner" },
  failed: "price-rules.error.gone",
};
