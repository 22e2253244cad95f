import { textsOf } from "#src/kernel/form-texts.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** The fields of the form, in page order. */
export const FIELDS = ["people", "city", "date", "occasion", "words", "name", "email", "phone"] as const;

/** What was entered: unvalidated text that must never be lost. */
export type FormValues = Record<(typeof FIELDS)[number], string>;

export const readFormValues = (form: FormData): FormValues => textsOf(form, FIELDS);

/** What the answer may have besides: what was entered, or whom we answer. */
export type RequestExtra = { formValues: FormValues; email: string };

/** The earliest day that may be wished for: tomorrow, as a night takes some preparation. */
export const earliestDate = (today: string): string => Temporal.PlainDate.from(today).add({ days: 1 }).toString();
