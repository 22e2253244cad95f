import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** The form values of the contact form: unvalidated text that must never be lost. */
export type FormValues = { name: string; email: string; subject: string; message: string };

/** The fields of the form, in page order. */
export const FIELDS = ["name", "email", "subject", "message"] as const;

/** Reads the posted form; missing fields and files count as empty. Browsers post line breaks as CR LF. */
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
  partner: "messages.subject.partner",
  "partner-site": "messages.subject.partnerSite",
};

/** The subject that a link may prefill (`?subject=create-crawl`): one of our texts, never the link's own. */
export const subjectOf = (asked: string | null): MessageId | null =>
  asked !== null && Object.hasOwn(SUBJECTS, asked) ? SUBJECTS[asked]! : null;
