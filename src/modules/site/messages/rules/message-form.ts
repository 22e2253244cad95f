import type { MessageId } from "#src/locales/i18n.ts";
import { textsOf } from "#src/kernel/form-texts.ts";

/** The field that people leave empty. */
export const TRAP = "leave_this";

/** The form values of the contact form: unvalidated text that must never be lost. */
export type FormValues = { name: string; email: string; subject: string; message: string };

/** The fields of the form, in page order. */
export const FIELDS = ["name", "email", "subject", "message"] as const;

export const readFormValues = (form: FormData): FormValues => textsOf(form, FIELDS);

/** What the answer to the contact form may have besides: what was typed, or where a message was sent from. */
export type ContactExtra = { formValues: FormValues; email: string };

const SUBJECTS: Readonly<Record<string, MessageId>> = {
  "large-group": "messages.subject.largeGroup",
  "my-data": "messages.subject.myData",
  partner: "messages.subject.partner",
  "partner-site": "messages.subject.partnerSite",
};

/** The subject that a link may prefill (`?subject=large-group`): one of our texts, never the link's own. */
export const subjectOf = (value: string | null): MessageId | null =>
  value !== null && Object.hasOwn(SUBJECTS, value) ? SUBJECTS[value]! : null;
