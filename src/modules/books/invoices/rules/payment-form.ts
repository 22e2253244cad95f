import { type AccountMethod, isAccount, type ManualMethod, type PayMethod } from "#src/kernel/pay-method.ts";

// The tax authority's codes for how something was paid (Anexo 20, catalogues c_FormaPago and c_MetodoPago).

/**
 * `01` cash, `03` transfer, `04` credit card, `31` intermediary, `99` not paid yet. A card's company doesn't say whether it was a debit
 * card, which is `28`: the texts of `04` say so.
 */
export const PAYMENT_FORMS = ["01", "03", "04", "31", "99"] as const;
export type PaymentForm = (typeof PAYMENT_FORMS)[number];

/** A company that takes the money for us in other ways than by card is an intermediary, and so is a reseller; a partner's desk takes cash. */
const FORMS: Record<Exclude<PayMethod, "free" | AccountMethod> | ManualMethod, PaymentForm> = {
  card: "04",
  apple_pay: "04",
  google_pay: "04",
  oxxo: "31",
  spei: "03",
  cash: "01",
  terminal: "04",
  hostel: "01",
  reseller: "31",
  transfer: "03",
  invoice: "99",
  before: "99",
};

const FROM_ACCOUNT: PaymentForm = "31";

/** The form of a way to pay. */
export function formOf(method: string): PaymentForm {
  if (isAccount(method)) return FROM_ACCOUNT;
  return Object.hasOwn(FORMS, method) ? FORMS[method as keyof typeof FORMS] : "99";
}

/** `PUE`: paid at once; `PPD`: later, which goes with `99` and nothing else (Resolución Miscelánea Fiscal, 2.7.1.29). */
export const payMethodOf = (form: PaymentForm): "PUE" | "PPD" => (form === "99" ? "PPD" : "PUE");

/** What of amounts in one currency was paid in each form, the largest first; equal ones in the order of their codes. */
export const formsOf = (
  paid: readonly { form: PaymentForm; amount: number }[],
): { form: PaymentForm; amount: number }[] =>
  PAYMENT_FORMS.map((form) => ({ form, of: paid.filter((one) => one.form === form) }))
    .filter(({ of }) => of.length > 0)
    .map(({ form, of }) => ({ form, amount: of.reduce((sum, { amount }) => sum + amount, 0) }))
    .toSorted((a, b) => b.amount - a.amount);

/** The one form that an invoice says: the one in which most was paid; null where nothing was. */
export const mainForm = (paid: Parameters<typeof formsOf>[0]): PaymentForm | null => formsOf(paid)[0]?.form ?? null;
