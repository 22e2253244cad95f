import { type FieldError, toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { FormAnswer, Reply } from "#src/ui/form/answer.ts";

/** The forms of the profile with their fields, in page order. A control's id is `<form>-<field>`. */
export const FORMS = {
  details: ["first_name", "last_name", "phone", "country", "language", "number_format", "marketing_consent"],
  email: ["new_email", "password"],
  password: ["current_password", "new_password"],
  "factor-start": ["password"],
  "factor-confirm": ["code"],
  "factor-codes": ["password", "code"],
  "factor-off": ["password", "code"],
  "session-end": ["id"],
  "sessions-end": [],
  delete: ["password", "word"],
} as const satisfies Record<string, readonly string[]>;
export type FormName = keyof typeof FORMS;

export const isFormName = (name: unknown): name is FormName => typeof name === "string" && Object.hasOwn(FORMS, name);

/** A second factor being set up: the URI to scan, the secret to type instead, and the recovery codes. */
export type SecondFactorSetup = { uri: string; picture: string; secret: string; codes: string[] };

/** What the answer to a form that stays on the page may have besides. Form values are kept, except passwords. */
export type ProfileExtra = {
  formValues: Record<string, string>;
  setup: SecondFactorSetup;
  /** New recovery codes, shown this once. */
  codes: string[];
};
export type ProfileAnswer = FormAnswer<ProfileExtra>;

/** The text values of a posted form; other values are left out. `intent` names the form and is not included. */
export const readFormValues = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => entry[0] !== "intent" && typeof entry[1] === "string"),
  );

const SECRET = /password|^code$/;

/** The form values that may be shown again. */
export const shownAgain = (formValues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(formValues).filter(([name]) => !SECRET.test(name)));

/** A schema's issues as field errors of a form's controls; none where one is about no field of the form. */
export function fieldErrorsOf(
  form: FormName,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldError[] {
  const fields: readonly string[] = FORMS[form];
  if (issues.some(({ path }) => !fields.includes(String(path[0])))) return [];
  return toFieldErrors(fields, issues).map((error) => ({ ...error, id: `${form}-${error.id}` }));
}

/** The fields a refusal can be about; without one of them in the form it becomes the form error. */
const REFUSED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  wrong_password: ["password", "current_password"],
  password_short: ["new_password"],
  password_long: ["new_password"],
  password_common: ["new_password"],
  same_email: ["new_email"],
  code_wrong: ["code"],
};

/** A use case's refusal as an error of the field that it is about; none where it is about no field of the form. */
export function refusalOf(form: FormName, reason: string): Reply | undefined {
  const message = `errors.${reason}` as MessageId;
  const fields: readonly string[] = FORMS[form];
  const field = REFUSED_FIELDS[reason]?.find((name) => fields.includes(name));
  return field ? { fieldErrors: [{ id: `${form}-${field}`, message }] } : undefined;
}
