import { lastNameOf } from "#src/kernel/one-name.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import type { Reply } from "#src/ui/form/answer.ts";

/** What the answer to these pages' forms may have besides: what was typed, except passwords. */
export type AccountExtra = { formValues: Record<string, string> };

/** The names in a posted form, as typed and whether they are said to be one; `last_name` as the schemas take it (`lastNameOf`). */
export function readNames(form: FormData) {
  const { first_name, last_name } = textsOf(form, ["first_name", "last_name"]);
  const one_name = form.has("one_name");
  const typed = { first_name, last_name, one_name: one_name ? "on" : "" };
  return { typed, names: { first_name, last_name: lastNameOf({ last_name, one_name }) } };
}

/** Whether a posted form says that we may write about offers. */
export const isConsentIn = (form: FormData): boolean => form.get("marketing") === "yes";

/** A refusal of one of the account use cases. */
type Refusal = { reason: string; retry_after?: number };

/** How a refusal is said: a text of the area `errors`, at the password if that is too common, or how long to wait before retrying. */
export function refusalOf({ reason, retry_after }: Refusal): Reply {
  if (reason === "too_many_attempts")
    return { formError: "identity.tooMany", values: { minutes: Math.ceil((retry_after ?? 60) / 60) } };
  const message = `errors.${reason}` as MessageId;
  return reason === "password_common" ? { fieldErrors: [{ id: "password", message }] } : { formError: message };
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
