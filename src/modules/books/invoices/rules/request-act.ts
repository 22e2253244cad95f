import type { MessageId } from "#src/locales/i18n.ts";
import type { FormAnswer, Refusals } from "#src/ui/form/answer.ts";

export type RequestExtra = {
  /** the XML's total is another one: staff may insist */
  mayInsist: boolean;
};
/** The answer to an act on a request. */
export type RequestAnswer = FormAnswer<RequestExtra>;

const xml = (message: MessageId) => ({ id: "xml", message });

export const REQUEST_REFUSALS = {
  not_cfdi: xml("invoices-admin.refused.not_cfdi"),
  not_income: xml("invoices-admin.refused.not_income"),
  not_stamped: xml("invoices-admin.refused.not_stamped"),
  other_issuer: xml("invoices-admin.refused.other_issuer"),
  other_rfc: xml("invoices-admin.refused.other_rfc"),
  other_total: xml("invoices-admin.refused.other_total"),
  invoice_elsewhere: xml("invoices-admin.refused.invoice_elsewhere"),
  file_too_large: xml("invoices-admin.refused.file_too_large"),
  not_pdf: { id: "pdf", message: "invoices-admin.refused.not_pdf" },
  failed: "invoices-admin.flash.gone",
} as const satisfies Refusals;
