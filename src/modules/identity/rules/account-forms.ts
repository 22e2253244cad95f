import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { sameOriginPath } from "#src/modules/identity/rules/next-page.ts";

/** What keeps a form from being done, apart from what is in its fields. */
export type FormError = { message: MessageId; minutes?: number };

/** How a form of these pages is answered. What was typed stays, but never a password. */
export type FormAnswer<Field extends string = string> = {
  /** when it was answered: every answer is told anew */
  at: number;
  formValues: Record<string, string>;
  fieldErrors: FieldError<Field>[];
  formError: FormError | null;
};

/** A refusal of a use case of accounts. */
type Refusal = { reason: string; retry_after?: number };

/** The texts of the fields of a posted form; what is missing or no text counts as empty. */
export function readFormFields<Field extends string>(form: FormData, fields: readonly Field[]): Record<Field, string> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(fields.map((name) => [name, text(name)])) as Record<Field, string>;
}

/** What to say of a refusal: a text of the area `errors`, or when trying again makes sense. */
export const formErrorOf = ({ reason, retry_after }: Refusal): FormError =>
  reason === "too_many_attempts"
    ? { message: "identity.tooMany", minutes: Math.ceil((retry_after ?? 60) / 60) }
    : { message: `errors.${reason}` as MessageId };

/** Status and headers of the answer to a refused form; `no-store`, because it repeats what was typed. */
export function refusedWith({ reason, retry_after }: Refusal, status: number) {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retry_after !== undefined) headers["retry-after"] = String(retry_after);
  return { status: reason === "too_many_attempts" ? 429 : status, headers };
}

const NOTES = ["check-email", "verified", "email-changed", "new-password", "signed-out", "start-over"] as const;
export type Note = (typeof NOTES)[number];

/** What the sign-in page says on top (`?note=verified`): one of our sentences, never one that a link could word. */
export const noteOf = (asked: string | null): Note | null => NOTES.find((note) => note === asked) ?? null;

type PathOptions = { note?: Note; next?: string | null };

/** A page of signing in with what it carries along: a note, and where to go afterwards (only a page of ours). */
export function accountPath(path: string, { note, next = null }: PathOptions): string {
  const query = new URLSearchParams();
  if (note) query.set("note", note);
  const safe = sameOriginPath(next);
  if (safe !== "/") query.set("next", safe);
  return query.size > 0 ? `${path}?${query}` : path;
}
