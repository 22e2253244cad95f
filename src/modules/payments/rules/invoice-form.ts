/** The fields of the invoice form that can be wrong, in the order of the page. */
export const INVOICE_FIELDS = ["rfc", "legal_name", "tax_regime", "postal_code", "cfdi_use", "email"] as const;
export type InvoiceField = (typeof INVOICE_FIELDS)[number];

/** The form as it was typed. */
export type InvoiceFormValues = Record<InvoiceField, string>;

/** Reads the posted form; what is missing or no text counts as empty. People write an RFC with dashes and spaces. */
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

/** The empty form; most guests want it for general expenses. */
export const emptyInvoice = (email: string): InvoiceFormValues => ({
  rfc: "",
  legal_name: "",
  tax_regime: "",
  postal_code: "",
  cfdi_use: "G03",
  email,
});
