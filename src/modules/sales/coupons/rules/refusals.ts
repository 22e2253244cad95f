import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { CouponFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { FormAnswer, TheirSave } from "#src/ui/form/answer.ts";

/** What the answer to a coupon's forms may have besides: another user's values, and how many bookings prevent deleting it. */
export type CouponExtra = TheirSave<CouponFormValues> & { bookings: number };
export type CouponAnswer = FormAnswer<CouponExtra>;

/** What a refusal about a coupon is called, or which field it is about. */
export const COUPON_REFUSALS: Readonly<Record<string, MessageId | FieldError>> & { failed: MessageId } = {
  code_taken: { id: "code", message: "coupons.error.codeTaken" },
  code_of_partner: { id: "code", message: "coupons.error.codeOfPartner" },
  place_not_found: { id: "place", message: "coupons.error.place" },
  partner_not_found: { id: "partner_id", message: "coupons.error.partner" },
  code_used: { id: "code", message: "coupons.error.codeUsed" },
  failed: "coupons.error.gone",
};

/** What is said where an act failed for a reason unrelated to the input (spec section 8). */
export const couponFailed = (intent: string): MessageId =>
  intent === "switch"
    ? "coupons.error.status"
    : intent === "delete"
      ? "coupons.error.deleting"
      : "coupons.error.saving";
