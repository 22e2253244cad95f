import { textsOf } from "#src/kernel/form-texts.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** The fields of the form by the names of its schema, in page order. */
export const FIELDS = [
  "worth",
  "listed",
  "own",
  "currency",
  "crawl",
  "people",
  "receiver_name",
  "receiver_email",
  "message",
  "send_on",
  "buyer_name",
  "buyer_email",
] as const;

/** What was entered: unvalidated text that must never be lost. */
export type FormValues = Record<(typeof FIELDS)[number] | "key", string>;

/** Reads the posted form. A listed amount is one radio button with the others: `listed:500`. */
export function readFormValues(form: FormData): FormValues {
  const typed = textsOf(form, [...FIELDS, "key"]);
  const [, pesos] = /^listed:(\d{1,7})$/.exec(typed.worth) ?? [];
  return pesos ? { ...typed, worth: "listed", listed: pesos } : typed;
}

/** What the answer may have besides. */
export type OrderExtra = { formValues: FormValues };
