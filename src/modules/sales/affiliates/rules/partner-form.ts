/** What a partner's form holds, as typed; booleans are checkboxes. Amounts are pesos. */
export const PARTNER_FIELDS = [
  "name",
  "code",
  "contact_name",
  "email",
  "phone",
  "city_id",
  "language",
  "shares_network",
  "on_receipts",
  "desk_credit_limit",
  "note",
  "account_holder",
  "clabe",
  "rfc",
] as const;
export type PartnerField = (typeof PARTNER_FIELDS)[number];
export type PartnerFormValues = Record<Exclude<PartnerField, "shares_network" | "on_receipts">, string> & {
  shares_network: boolean;
  on_receipts: boolean;
};

/** Where the partner is paid: seen whole, and changed, with `payments.change` only. */
export const BANK_FIELDS = ["account_holder", "clabe", "rfc"] as const satisfies readonly PartnerField[];
/** What is changed with `payments.change` only: the limit lets a desk sell without money having come in. */
export const MONEY_FIELDS = [...BANK_FIELDS, "desk_credit_limit"] as const satisfies readonly PartnerField[];
export const isMoneyField = (field: PartnerField): boolean => (MONEY_FIELDS as readonly string[]).includes(field);

export const NEW_PARTNER: PartnerFormValues = {
  name: "",
  code: "",
  contact_name: "",
  email: "",
  phone: "",
  city_id: "",
  language: "es",
  shares_network: true,
  on_receipts: false,
  desk_credit_limit: "0",
  note: "",
  account_holder: "",
  clabe: "",
  rfc: "",
};

/** The posted form; what is missing is empty. */
export function readPartnerForm(form: FormData): PartnerFormValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 2000) : "";
  };
  const typed = Object.fromEntries(PARTNER_FIELDS.map((name) => [name, text(name)]));
  return {
    ...typed,
    shares_network: form.has("shares_network"),
    on_receipts: form.has("on_receipts"),
  } as PartnerFormValues;
}

/** Pesos or percent as typed, in hundredths: `12.5` and `12,5` are 1250; null where it is no such number. */
export function hundredthsOf(typed: string): number | null {
  const text = typed.trim().replaceAll(" ", "");
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)) return hundredthsOf(text.replaceAll(",", ""));
  if (!/^\d{1,7}([.,]\d{1,2})?$/.test(text)) return null;
  const [whole = "", part = ""] = text.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Hundredths as they are typed: 1250 as `12.5`, 4000 as `40`. */
export const decimalOf = (hundredths: number): string => String(hundredths / 100);

/** A code made of a name: lower case, without accents, `hostel-jacaranda`. */
export const codeFromName = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
