import { z } from "zod";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { GENERIC_RFCS, isRfc, kindOf } from "#src/kernel/rfc.ts";
import { toCode, toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import {
  CFDI_USES,
  clashesOf,
  isPostalCode,
  legalNameOf,
  TAX_REGIMES,
} from "#src/modules/books/invoices/rules/cfdi.ts";
import type { PaymentForm } from "#src/modules/books/invoices/rules/payment-form.ts";
import type { RequestState } from "#src/modules/books/invoices/rules/due.ts";
import type { Taxed } from "#src/modules/books/invoices/rules/receipt-list.ts";

/**
 * The recipient's data on a Mexican invoice (CFDI 4.0), as the tax authority takes them. Codes are those of its catalogues; the
 * name comes out in capitals and without a company's form, and the postal code empty with a generic RFC, which has ours.
 */
export const InvoiceRequest = z
  .strictObject({
    rfc: z
      .string("payments-manage.error.rfc")
      .overwrite(toCode)
      .toUpperCase()
      .refine(isRfc, "payments-manage.error.rfc"),
    legal_name: z
      .string("payments-manage.error.legalName")
      .overwrite(toOneLine)
      .min(1, "payments-manage.error.legalName")
      .max(250, "errors.tooLong")
      .refine((name) => !name.includes("|"), "payments-manage.error.legalName"),
    tax_regime: z.enum(TAX_REGIMES, "payments-manage.error.taxRegime"),
    postal_code: z
      .string("payments-manage.error.postalCode")
      .overwrite(toCode)
      .refine((code) => code === "" || isPostalCode(code), "payments-manage.error.postalCode"),
    cfdi_use: z.enum(CFDI_USES, "payments-manage.error.cfdiUse"),
    email: z.string("errors.email").overwrite(toOneLine).max(254, "errors.email").pipe(z.email("errors.email")),
  })
  .transform((data) => ({
    ...data,
    legal_name: legalNameOf(data.legal_name, kindOf(data.rfc)),
    postal_code: GENERIC_RFCS.includes(data.rfc) ? "" : data.postal_code,
  }))
  .superRefine((data, found) => {
    const issue = (field: string, message: string) => found.addIssue({ code: "custom", path: [field], message });
    if (data.legal_name === "") issue("legal_name", "payments-manage.error.legalName");
    if (data.postal_code === "" && !GENERIC_RFCS.includes(data.rfc))
      issue("postal_code", "payments-manage.error.postalCode");
    for (const { field, message } of clashesOf(data)) issue(field, message);
  });
export type InvoiceRequest = z.infer<typeof InvoiceRequest>;

/** Why a request is refused, in words for the guest. */
export const RefuseInvoice = z.strictObject({
  booking_id: z.uuid(),
  refusal: z
    .string("invoices-admin.error.refusal")
    .overwrite(toPlainText)
    .min(1, "invoices-admin.error.refusal")
    .max(500, "errors.tooLong"),
});
export type RefuseInvoice = z.infer<typeof RefuseInvoice>;

/** A request in the list; times are ISO instants, `amount` is what stays of the receipts, minor units. */
export type ListedRequest = {
  id: string;
  reference: string;
  rfc: string;
  legalName: string;
  state: RequestState;
  practice: boolean;
  amount: number;
  currency: Currency | null;
  dueAt: string;
  askedAt: string;
};

/** A request with everything that is needed to issue its invoice. */
export type OpenRequest = ListedRequest & {
  regime: string;
  use: string;
  postalCode: string;
  email: string;
  language: Locale;
  refusal: string | null;
  /** the last character of the RFC isn't what its rule says: rare, and worth a second look */
  oddRfc: boolean;
  /** it has the generic RFC, which takes our own postal code */
  generic: boolean;
  /** the month (YYYY-MM) whose invoice of everybody has had this sale already */
  inGlobal: string | null;
  issued: { uuid: string; total: number; currency: string; at: string } | null;
  receipts: { id: string; folio: string; date: string; net: number; tax: number; total: number; currency: Currency }[];
  /** what was given back of them, or will be */
  refunds: Money[];
  /** how most of what stays was paid, in the tax authority's codes; null without a receipt */
  form: PaymentForm | null;
  /** what its guest's bank took back for good, minor units of `currency` */
  lost: number;
};

const MISSING = "invoices-admin.refused.file_missing";
/** A form without a chosen file sends one without a name. */
const chosenFile = z.file(MISSING).refine(({ name }) => name !== "", MISSING);

/** The files of an invoice. `id`: the booking. */
export const IssueForm = z.object({
  id: z.uuid(),
  xml: chosenFile,
  pdf: chosenFile,
  any_total: z
    .string()
    .optional()
    .transform((insists) => insists !== undefined),
});

/** A guest's own request: days in the night's city; `refusal` is empty unless it is refused. */
export type GuestsInvoice = {
  status: "requested" | "issued" | "refused";
  rfc: string;
  email: string;
  date: string;
  due: string;
  refusal: string;
};

/** A line of the receipts: one that was issued, or what went back of one, `lost` to its guest's bank; `at` is an ISO instant, `own` minor units. */
export type ShownLine = {
  id: string;
  kind: "sale" | "refund" | "lost";
  at: string;
  folio: string;
  reference: string;
  /** null where something else than a booking was sold */
  bookingId: string | null;
  currency: Currency;
  /** how the invoice stands that its guest asked for; null where they asked for none */
  invoice: "requested" | "issued" | "refused" | null;
  own: Taxed;
};
