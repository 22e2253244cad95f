import type { FieldError } from "#src/locales/field-errors.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** What was entered: unvalidated text that must never be lost. */
export type FormValues = { nights: string[]; people: string; first_name: string; email: string };

/** The fields of the form by the names of its schema, in page order. */
export const FIELDS = ["departure_ids", "people", "first_name", "email"] as const;
export type FormFieldError = FieldError<(typeof FIELDS)[number]>;

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Reads the posted form; missing fields and files count as empty. */
export const readFormValues = (form: FormData): FormValues => ({
  nights: form.getAll("night").filter((night) => typeof night === "string"),
  people: text(form, "people"),
  first_name: text(form, "first_name"),
  email: text(form, "email"),
});
