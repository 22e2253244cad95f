import type { MessageId } from "#src/locales/i18n.ts";
import type { FormFieldError, CouponFormValues } from "#src/modules/coupons/rules/coupon-form.ts";

export type Intent = "save" | "switch" | "delete";

/** What came of something that was asked of coupons: `flash` is told as a toast, the rest stays beside the form of coupon `id`. */
export type CouponAnswer = {
  intent: Intent;
  /** of the coupon; "new" for one that is being made */
  id: string;
  done?: boolean;
  flash?: MessageId;
  bad?: boolean;
  /** what a switch was set to */
  active?: boolean;
  fieldErrors?: FormFieldError[];
  /** somebody else's, where they saved meanwhile, and what it is to be saved over */
  current?: CouponFormValues;
  version?: number;
  /** how many bookings keep it from being deleted */
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
  code_used: { id: "code", message: "coupons.error.codeUsed" },
};

/** What a refusal comes to on the page. */
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

/** What is told when something could not be done for a reason that is nobody's input (spec section 8). */
export function failedAnswer(form: FormData): CouponAnswer {
  const asked = form.get("intent");
  const intent = asked === "switch" || asked === "delete" ? asked : "save";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "new", flash: FAILED[intent], bad: true };
}
