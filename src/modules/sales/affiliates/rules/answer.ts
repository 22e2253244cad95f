import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { PartnerFormValues } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import type { TermsFormValues } from "#src/modules/sales/affiliates/rules/terms.ts";

/**
 * The answer to a form about a partner: what is said in a toast (`bad` after a failure), what is wrong in which field, or on a
 * conflict the other person's values and the version to save over.
 */
export type PartnerAnswer = {
  intent: string;
  id: string;
  /** the booking that was decided on */
  booking?: string;
  done?: boolean;
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  fieldErrors?: FieldError[];
  current?: PartnerFormValues;
  version?: number;
  /** what was typed, for a page that was posted without scripts */
  typed?: PartnerFormValues;
  typedTerms?: TermsFormValues;
  at: number;
};

type Refusal = { reason: string; current?: PartnerFormValues; version?: number };

const FIELD_ERRORS: Readonly<Record<string, FieldError>> = {
  code_taken: { id: "code", message: "affiliates-admin.error.codeTaken" },
  code_used: { id: "code", message: "affiliates-admin.error.codeUsed" },
  code_of_coupon: { id: "code", message: "affiliates-admin.error.codeOfCoupon" },
  city_not_found: { id: "city_id", message: "affiliates-admin.error.city" },
  crawl_not_found: { id: "exceptions", message: "affiliates-admin.error.exceptions" },
};

const REFUSALS: Readonly<Record<string, MessageId>> = {
  partner_not_found: "affiliates-admin.refused.gone",
  booking_not_found: "affiliates-admin.refused.decided",
  no_doubt: "affiliates-admin.refused.decided",
  partner_changed: "affiliates-admin.refused.decided",
  changed_meanwhile: "affiliates-admin.refused.termsMeanwhile",
};

/** Why it wasn't done; at the time `at` its form is told anew. */
export function refusedPartner(about: { intent: string; id: string; at: number }, refusal: Refusal): PartnerAnswer {
  const { reason, current, version } = refusal;
  const fieldError = FIELD_ERRORS[reason];
  if (fieldError) return { ...about, fieldErrors: [fieldError] };
  if (current && version) return { ...about, current, version };
  return { ...about, flash: REFUSALS[reason] ?? "affiliates-admin.refused.failed", bad: true };
}

/** The answer to a form that didn't reach the server. */
export function partnerNotSent(form: FormData): PartnerAnswer {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return refusedPartner({ intent: text("intent"), id: text("id"), at: 0 }, { reason: "failed" });
}
