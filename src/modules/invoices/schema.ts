import { z } from "zod";
import { isOneLine } from "#src/kernel/plain-text.ts";
import {
  CFDI_USES,
  clashesOf,
  GENERIC_RFCS,
  isPostalCode,
  isRfc,
  kindOf,
  legalNameOf,
  TAX_REGIMES,
} from "#src/modules/invoices/rules/cfdi.ts";

/**
 * The recipient's data on a Mexican invoice (CFDI 4.0), as the tax authority takes them. Codes are those of its catalogues; the
 * name comes out in capitals and without a company's form, and the postal code empty with a generic RFC, which has ours.
 */
export const InvoiceRequest = z
  .strictObject({
    rfc: z.string("errors.rfc").trim().toUpperCase().refine(isRfc, "errors.rfc"),
    legal_name: z
      .string("errors.legalName")
      .trim()
      .min(1, "errors.legalName")
      .max(250, "errors.tooLong")
      .refine(isOneLine, "errors.control")
      .refine((name) => !name.includes("|"), "errors.legalName"),
    tax_regime: z.enum(TAX_REGIMES, "errors.taxRegime"),
    postal_code: z
      .string("errors.postalCode")
      .trim()
      .refine((code) => code === "" || isPostalCode(code), "errors.postalCode"),
    cfdi_use: z.enum(CFDI_USES, "errors.cfdiUse"),
    email: z.string("errors.email").trim().max(254, "errors.email").pipe(z.email("errors.email")),
  })
  .transform((data) => ({
    ...data,
    legal_name: legalNameOf(data.legal_name, kindOf(data.rfc)),
    postal_code: GENERIC_RFCS.includes(data.rfc) ? "" : data.postal_code,
  }))
  .superRefine((data, found) => {
    const issue = (field: string, message: string) => found.addIssue({ code: "custom", path: [field], message });
    if (data.legal_name === "") issue("legal_name", "errors.legalName");
    if (data.postal_code === "" && !GENERIC_RFCS.includes(data.rfc)) issue("postal_code", "errors.postalCode");
    for (const { field, message } of clashesOf(data)) issue(field, message);
  });
export type InvoiceRequest = z.infer<typeof InvoiceRequest>;
