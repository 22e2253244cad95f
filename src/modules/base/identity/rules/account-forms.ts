import { lastNameOf } from "#src/kernel/one-name.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import { textsOf } from "#src/kernel/form-texts.ts";

/** Why a form was refused, apart from its field errors. */
export type FormError = { message: MessageId; minutes?: number };

/** The response to a form of these pages. Form values are kept, except passwords. */
export type FormAnswer<Field extends string = string> = {
  /** time of the response: every response is announced again */
  at: number;
  formValues: Record<string, string>;
  fieldErrors: FieldError<Field>[];
  formError: FormError | null;
};

/** A refusal of one of the account use cases. */
type Refusal = { reason: string; retry_after?: number };

/** The names in a posted form, as typed and whether they are said to be one; `last_name` as the schemas take it (`lastNameOf`). */
export function readNames(form: FormData) {
  const { first_name, last_name } = textsOf(form, ["first_name", "last_name"]);
  const one_name = form.has("one_name");
  const typed = { first_name, last_name, one_name: one_name ? "on" : "" };
  return { typed, names: { first_name, last_name: lastNameOf({ last_name, one_name }) } };
}

/** The form error of a refusal: a text of the area `errors`, or how long to wait before retrying. */
export const formErrorOf = ({ reason, retry_after }: Refusal): FormError =>
  reason === "too_many_attempts"
    ? { message: "identity.tooMany", minutes: Math.ceil((retry_after ?? 60) / 60) }
    : { message: `errors.${reason}` as MessageId };

/** Status and headers of a refused form's response; `no-store`, because it repeats the form values. */
export function refusedWith({ reason, retry_after }: Refusal, status: number) {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retry_after !== undefined) headers["retry-after"] = String(retry_after);
  return { status: reason === "too_many_attempts" ? 429 : status, headers };
}

const NOTES = ["check-email", "verified", "email-changed", "new-password", "signed-out", "start-over"] as const;
export type Note = (typeof NOTES)[number];

/** The note on top of the page that a form leads to (`?note=verified`): one of our texts, never one a link could write. */
export const noteOf = (value: string | null): Note | null => NOTES.find((note) => note === value) ?? null;

type PathOptions = { note?: Note; next?: string | null };

/** The path of a page that a form leads to, with its parameters: a note, and where to go afterward (only on this site). */
export function accountPath(path: string, { note, next = null }: PathOptions): string {
  const query = new URLSearchParams();
  if (note) query.set("note", note);
  const safe = sameOriginPath(next);
  if (safe !== "/") query.set("next", safe);
  return query.size > 0 ? `${path}?${query}` : path;
}
