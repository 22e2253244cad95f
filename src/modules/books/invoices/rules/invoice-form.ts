/** The invoice form's fields, in page order. */
export const INVOICE_FIELDS = ["rfc", "legal_name", "tax_regime", "postal_code", "cfdi_use", "email"] as const;
export type InvoiceField = (typeof INVOICE_FIELDS)[number];

export type InvoiceFormValues = Record<InvoiceField, string>;

/** Reads the posted form; a missing or non-text field counts as empty. People write an RFC with dashes and spaces. */
export function readInvoiceForm(form: FormData): InvoiceFormValues {
  const text = (name: InvoiceField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    rfc: text("rfc").replaceAll(/[\s.-]/g, ""),
    legal_name: text("legal_name"),
    tax_regime: text("tax_regime"),
    postal_code: text("postal_code"),
    cfdi_use: text("cfdi_use"),
    email: text("email"),
  };
}

/** The empty form, with the use most guests need: general expenses. */
export const emptyInvoice = (email: string): InvoiceFormValues => ({
  rfc: "",
  legal_name: "",
  tax_regime: "",
  postal_code: "",
  cfdi_use: "G03",
  email,
});

/** What was asked for, to be corrected. */
export const valuesOf = (stated: InvoiceFormValues): InvoiceFormValues => ({
  rfc: stated.rfc,
  legal_name: stated.legal_name,
  tax_regime: stated.tax_regime,
  postal_code: stated.postal_code,
  cfdi_use: stated.cfdi_use,
  email: stated.email,
});
