import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** The forms of the profile with their fields, in the order of the page. A control's id is `<form>-<field>`. */
export const FORMS = {
  details: ["first_name", "last_name", "phone", "country", "language", "marketing_consent"],
  email: ["new_email", "password"],
  password: ["current_password", "new_password"],
  "factor-start": ["password"],
  "factor-confirm": ["code"],
  "factor-codes": ["password"],
  "factor-off": ["password"],
  "session-end": ["id"],
  "sessions-end": [],
  delete: ["password", "word"],
} as const satisfies Record<string, readonly string[]>;
export type FormName = keyof typeof FORMS;

export const isFormName = (name: unknown): name is FormName => typeof name === "string" && Object.hasOwn(FORMS, name);

/** A second factor that is being set up: what the app scans, what one can type instead, and the codes for when it is lost. */
export type SecondFactorSetup = { uri: string; picture: string; secret: string; codes: string[] };

/** What a form was answered that stays on the page. Words typed into it are kept, passwords never. */
export type FormAnswer = {
  form: FormName;
  at: number;
  formValues: Record<string, string>;
  fieldErrors: FieldError[];
  formError: MessageId | null;
  setup: SecondFactorSetup | null;
  /** New recovery codes, to be seen this once. */
  codes: string[] | null;
};

/** What a posted form says, as texts; what is no text is left out. Which form it is stands in `form` and is no part of it. */
export function readFormValues(form: FormData): Record<string, string> {
  const formValues: Record<string, string> = {};
  for (const [name, value] of form) if (name !== "form" && typeof value === "string") formValues[name] = value;
  return formValues;
}

const SECRET = /password/;

/** What of a form may be shown again. */
export const shownAgain = (formValues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(formValues).filter(([name]) => !SECRET.test(name)));

/** What a schema found, as field errors of a form's controls; null where it found something that is no field of the form. */
export function fieldErrorsOf(
  form: FormName,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldError[] | null {
  const fields: readonly string[] = FORMS[form];
  if (issues.some(({ path }) => !fields.includes(String(path[0])))) return null;
  return fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue ? [{ id: `${form}-${field}`, message: issue.message as MessageId }] : [];
  });
}

/** The fields that a refusal may be about; what is about none of a form's fields is told above it. */
const REFUSED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  wrong_password: ["password", "current_password"],
  password_short: ["new_password"],
  password_long: ["new_password"],
  password_common: ["new_password"],
  same_email: ["new_email"],
  code_wrong: ["code"],
};

/** What a use case refused, as a error of the form: the text `errors.<reason>`, beside the field that it is about. */
export function refusalOf(form: FormName, reason: string): Pick<FormAnswer, "fieldErrors" | "formError"> {
  const message = `errors.${reason}` as MessageId;
  const fields: readonly string[] = FORMS[form];
  const field = REFUSED_FIELDS[reason]?.find((name) => fields.includes(name));
  return field
    ? { fieldErrors: [{ id: `${form}-${field}`, message }], formError: null }
    : { fieldErrors: [], formError: message };
}
