import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** The contact form as it was typed: text that may be wrong and must never be lost. */
export type FormValues = { name: string; email: string; subject: string; message: string };

/** The fields of the form, in the order of the page. */
export const FIELDS = ["name", "email", "subject", "message"] as const;

/** Reads the posted form; what is missing or no text counts as empty. Browsers post line breaks as CR LF. */
export function readFormValues(form: FormData): FormValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  return { name: text("name"), email: text("email"), subject: text("subject"), message: text("message") };
}

export type FormFieldError = FieldError<(typeof FIELDS)[number]>;

const SUBJECTS: Readonly<Record<string, MessageId>> = {
  "create-crawl": "messages.subject.createCrawl",
  "large-group": "messages.subject.largeGroup",
  "my-data": "messages.subject.myData",
};

/** The subject that a link to the form may fill in (`?subject=create-crawl`); nothing that a stranger's link could word. */
export const subjectOf = (asked: string | null): MessageId | null =>
  asked !== null && Object.hasOwn(SUBJECTS, asked) ? SUBJECTS[asked]! : null;
