import type { MessageId } from "#src/locales/i18n.ts";
import type { FormFieldError, CouponFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";

export type Intent = "save" | "switch" | "delete";

/** The result of a coupon action: `flash` is shown as a toast, the rest next to the form of coupon `id`. */
export type CouponAnswer = {
  intent: Intent;
  /** the coupon's id, or "new" */
  id: string;
  done?: boolean;
  flash?: MessageId;
  bad?: boolean;
  /** the state it was switched to */
  active?: boolean;
  fieldErrors?: FormFieldError[];
  /** on a conflict: the other user's values, and the version to save over */
  current?: CouponFormValues;
  version?: number;
  /** number of bookings that prevent deleting it */
  bookings?: number;
  at?: number;
};

type Refusal = {
  reason: string;
  current?: CouponFormValues;
  version?: number;
  bookings?: number;
};

const FIELD_ERRORS: Record<string, FormFieldError> = {
  code_taken: { id: "code", message: "coupons.error.codeTaken" },
  code_of_partner: { id: "code", message: "coupons.error.codeOfPartner" },
  partner_not_found: { id: "partner_id", message: "coupons.error.partner" },
  code_used: { id: "code", message: "coupons.error.codeUsed" },
};

/** A refusal as the page's answer. */
export function refusedAnswer(
  intent: Intent,
  id: string,
  { reason, current, version, bookings }: Refusal,
): CouponAnswer {
  const fieldError = FIELD_ERRORS[reason];
  if (fieldError) return { intent, id, fieldErrors: [fieldError] };
  if (current && version) return { intent, id, current, version };
  if (bookings !== undefined) return { intent, id, bookings };
  return { intent, id, flash: "coupons.error.gone", bad: true };
}

const FAILED: Record<Intent, MessageId> = {
  save: "coupons.error.saving",
  switch: "coupons.error.status",
  delete: "coupons.error.deleting",
};

/** The answer when an action failed for a reason unrelated to the input (spec section 8). */
export function failedAnswer(form: FormData): CouponAnswer {
  const asked = form.get("intent");
  const intent = asked === "switch" || asked === "delete" ? asked : "save";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "new", flash: FAILED[intent], bad: true };
}
