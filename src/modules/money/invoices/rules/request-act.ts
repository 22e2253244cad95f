import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** What the panel of a request does. */
export const INTENTS = ["issue", "refuse"] as const;
export type Intent = (typeof INTENTS)[number];

export const ANSWERED_FIELDS = ["xml", "pdf", "refusal"] as const;
type Field = (typeof ANSWERED_FIELDS)[number];

/** The server's answer to an act on a request: what to correct, or the message for a toast. */
export type RequestAnswer = { intent: Intent; id: string; at: number } & {
  fieldErrors?: FieldError<Field>[];
  /** the XML's total is another one: staff may insist */
  mayInsist?: boolean;
  refusal?: string;
  flash?: MessageId;
  bad?: boolean;
};

/** Where a refusal of `issueInvoice` is shown, with its text; null where the request itself is gone. */
export function issueProblem(reason: string): FieldError<Field> | null {
  const xml = (message: MessageId) => ({ id: "xml" as const, message });
  const problems: Record<string, FieldError<Field>> = {
    not_cfdi: xml("invoices-admin.refused.not_cfdi"),
    not_income: xml("invoices-admin.refused.not_income"),
    not_stamped: xml("invoices-admin.refused.not_stamped"),
    other_issuer: xml("invoices-admin.refused.other_issuer"),
    other_rfc: xml("invoices-admin.refused.other_rfc"),
    other_total: xml("invoices-admin.refused.other_total"),
    invoice_elsewhere: xml("invoices-admin.refused.invoice_elsewhere"),
    file_too_large: xml("invoices-admin.refused.file_too_large"),
    not_pdf: { id: "pdf", message: "invoices-admin.refused.not_pdf" },
  };
  return problems[reason] ?? null;
}

/** What stands in for an answer that never came. */
export function failedAct(form: FormData): RequestAnswer {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    intent: text("intent") === "refuse" ? "refuse" : "issue",
    id: text("booking_id"),
    at: 0,
    refusal: text("refusal"),
    flash: "invoices-admin.flash.failed",
    bad: true,
  };
}
