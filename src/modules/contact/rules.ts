import type { MessageId } from "#src/locales/i18n.ts";

/** The contact form as it was typed: text that may be wrong and must never be lost. */
export type Typed = { name: string; email: string; subject: string; message: string };

const FIELDS = ["name", "email", "subject", "message"] as const;

/** Reads the posted form; what is missing or no text counts as empty. Browsers post line breaks as CR LF. */
export function typedOf(form: FormData): Typed {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  return { name: text("name"), email: text("email"), subject: text("subject"), message: text("message") };
}

/** What is wrong with a field of the form: the id of the field and of the text that says it. */
export type Fault = { id: (typeof FIELDS)[number]; message: MessageId };

/** What a schema found, as faults of the form: the first of each field, in the order of the page. */
export const faultsOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): Fault[] =>
  FIELDS.flatMap((id) => {
    const issue = issues.find(({ path }) => path[0] === id);
    return issue ? [{ id, message: issue.message as MessageId }] : [];
  });

const SUBJECTS: Readonly<Record<string, MessageId>> = {
  "create-crawl": "contact.subject.createCrawl",
  "large-group": "contact.subject.largeGroup",
  "my-data": "contact.subject.myData",
};

/** The subject that a link to the form may fill in (`?subject=create-crawl`); nothing that a stranger's link could word. */
export const subjectOf = (asked: string | null): MessageId | null =>
  asked !== null && Object.hasOwn(SUBJECTS, asked) ? SUBJECTS[asked]! : null;
