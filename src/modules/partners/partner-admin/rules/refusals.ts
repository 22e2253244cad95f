import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { PartnerFormValues } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import type { FormAnswer, TheirSave } from "#src/ui/form/answer.ts";

/** What the answer to a partner's forms may have besides: somebody else's values, and what was typed. */
export type PartnerExtra = TheirSave<PartnerFormValues> & { typed: PartnerFormValues };
export type PartnerAnswer = FormAnswer<PartnerExtra>;

/** What a refusal about a partner is called, or which field it is about. */
export const PARTNER_REFUSALS: Readonly<Record<string, MessageId | FieldError>> & { failed: MessageId } = {
  code_taken: { id: "code", message: "affiliates-admin.error.codeTaken" },
  code_used: { id: "code", message: "affiliates-admin.error.codeUsed" },
  code_of_coupon: { id: "code", message: "affiliates-admin.error.codeOfCoupon" },
  city_not_found: { id: "city_id", message: "affiliates-admin.error.city" },
  crawl_not_found: { id: "exceptions", message: "affiliates-admin.error.exceptions" },
  partner_not_found: "affiliates-admin.refused.gone",
  booking_not_found: "affiliates-admin.refused.decided",
  no_doubt: "affiliates-admin.refused.decided",
  partner_changed: "affiliates-admin.refused.decided",
  changed_meanwhile: "affiliates-admin.refused.termsMeanwhile",
  failed: "affiliates-admin.refused.failed",
};
