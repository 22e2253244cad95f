import { textsOf } from "#src/ui/form/texts.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** What was entered: unvalidated text that must never be lost. */
export type FormValues = { nights: string[]; people: string; first_name: string; email: string };

/** The fields of the form by the names of its schema, in page order. */
export const FIELDS = ["departure_ids", "people", "first_name", "email"] as const;

/** Reads the posted form. */
export const readFormValues = (form: FormData): FormValues => ({
  nights: form.getAll("night").filter((night) => typeof night === "string"),
  ...textsOf(form, ["people", "first_name", "email"]),
});

/** What the answer may have besides: what was entered, or whom we tell. */
export type JoinExtra = { formValues: FormValues; email: string };
