import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/** The answer to a form about QR codes or widgets: what is said in a toast (`bad` after a failure), or what is wrong in which field. */
export type AffiliatesAnswer = {
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  /** The state that a code was switched to. */
  active?: boolean;
  fieldErrors?: FieldError[];
  at: number;
};

const REFUSALS: Readonly<Record<string, MessageId>> = {
  qr_code_not_found: "affiliates-qr.refused.qr_code_not_found",
  partner_not_found: "affiliates-qr.refused.partner_not_found",
  changed_meanwhile: "affiliates-qr.refused.changed_meanwhile",
};

const FAULTS: Readonly<Record<string, MessageId>> = {
  inverted: "affiliates-qr.fault.inverted",
  contrast: "affiliates-qr.fault.contrast",
  dark_ground: "affiliates-qr.fault.dark_ground",
};

type Refusal = { reason: string; fault?: string };

/** Why it wasn't done: at its field, or in a toast. */
export function refusedAffiliates({ reason, fault = "" }: Refusal, at: number): AffiliatesAnswer {
  const fieldErrors = fieldErrorsOf(reason, fault);
  if (fieldErrors.length > 0) return { fieldErrors, at };
  return { flash: REFUSALS[reason] ?? "affiliates-qr.refused.failed", bad: true, at };
}

function fieldErrorsOf(reason: string, fault: string): FieldError[] {
  if (reason === "qr_colours") return [{ id: "foreground", message: FAULTS[fault] ?? "affiliates-qr.fault.contrast" }];
  if (reason === "target_unknown") return [{ id: "target", message: "affiliates-qr.refused.target_unknown" }];
  if (reason === "qr_scanned") return [{ id: "partner_id", message: "affiliates-qr.refused.qr_scanned" }];
  if (reason === "partner_unknown") return [{ id: "partner_id", message: "affiliates-qr.refused.partner_unknown" }];
  return [];
}

/** The answer to a form that didn't reach the server. */
export const affiliatesNotSent = (): AffiliatesAnswer => refusedAffiliates({ reason: "failed" }, 0);
