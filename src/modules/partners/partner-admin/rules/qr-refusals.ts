import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Reply } from "#src/ui/form/answer.ts";

/** What a refusal about QR codes and widgets is called, or which field it is about. */
export const QR_REFUSALS: Readonly<Record<string, MessageId | FieldError>> & { failed: MessageId } = {
  qr_code_not_found: "affiliates-qr.refused.qr_code_not_found",
  partner_not_found: "affiliates-qr.refused.partner_not_found",
  changed_meanwhile: "affiliates-qr.refused.changed_meanwhile",
  target_unknown: { id: "target", message: "affiliates-qr.refused.target_unknown" },
  qr_scanned: { id: "partner_id", message: "affiliates-qr.refused.qr_scanned" },
  partner_unknown: { id: "partner_id", message: "affiliates-qr.refused.partner_unknown" },
  too_many_sites: { id: "origins", message: "affiliates-qr.widget.error.origin" },
  failed: "affiliates-qr.refused.failed",
};

const FAULTS: Readonly<Record<string, MessageId>> = {
  inverted: "affiliates-qr.fault.inverted",
  contrast: "affiliates-qr.fault.contrast",
  dark_ground: "affiliates-qr.fault.dark_ground",
};

/** The reply to colours that can't be scanned. */
export const wrongColours = ({ fault }: { reason: string; fault?: string }): Reply | undefined =>
  fault === undefined
    ? undefined
    : { fieldErrors: [{ id: "foreground", message: FAULTS[fault] ?? "affiliates-qr.fault.contrast" }] };
