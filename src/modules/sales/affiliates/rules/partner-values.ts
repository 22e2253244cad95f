import { BANK_FIELDS, type PartnerFormValues, decimalOf } from "#src/modules/sales/affiliates/rules/partner-form.ts";

type Stored = Omit<PartnerFormValues, "city_id" | "clabe" | "rfc" | "desk_credit_limit"> & {
  city_id: string | null;
  clabe: string | null;
  rfc: string | null;
  desk_credit_limit: number;
};

/** A stored partner as its form shows it; where it is paid is left out for whoever may not see it. */
export function partnerFormOf(row: { [Field in keyof Stored]: Stored[Field] }, withBank: boolean): PartnerFormValues {
  const none = Object.fromEntries(BANK_FIELDS.map((field) => [field, ""]));
  return {
    name: row.name,
    code: row.code,
    contact_name: row.contact_name,
    email: row.email,
    phone: row.phone,
    city_id: row.city_id ?? "",
    language: row.language,
    shares_network: row.shares_network,
    on_receipts: row.on_receipts,
    desk_credit_limit: decimalOf(row.desk_credit_limit),
    note: row.note,
    account_holder: row.account_holder,
    clabe: row.clabe ?? "",
    rfc: row.rfc ?? "",
    ...(withBank ? {} : none),
  };
}
