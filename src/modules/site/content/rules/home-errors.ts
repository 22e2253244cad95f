import { PHONE } from "#src/kernel/phone.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type ItemDraft, type SectionDraft, tidied } from "#src/modules/site/content/rules/home-draft.ts";
import { namesOf, type SectionField } from "#src/modules/site/content/rules/fields.ts";
import { type DraftKey, SECTIONS } from "#src/modules/site/content/rules/home-fields.ts";
import { wrongInline, wrongLive } from "#src/modules/site/content/rules/inline.ts";

/** An error of a section's field; `path` is the name of a text, or `items.<place>.<name>`. */
export type HomeFieldError = { path: string; message: MessageId; values?: Record<string, string | number> };

/** What each kind of field accepts when it isn't empty, and the error otherwise. */
const FORMS: Partial<Record<SectionField["kind"], readonly [form: RegExp, message: MessageId]>> = {
  email: [/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "content-admin.error.email"],
  phone: [PHONE, "content-admin.error.phone"],
  link: [/^(\/(?![/\\])|https:\/\/)\S*$/, "content-admin.error.link"],
  // `#` stands for "none yet" (spec section 2.4)
  social: [/^(#|https:\/\/[^/\s]+\/\S*)$/, "content-admin.error.social"],
  picture: [/^\/(pictures|uploads)\/[\w.-]{1,100}$/, "content-admin.error.picture"],
};

function errorOf(field: SectionField, value: string): Omit<HomeFieldError, "path"> | null {
  const text = tidied(value, field.kind);
  if (text.length > field.most) return { message: "content-admin.error.long", values: { most: field.most } };
  if (field.kind === "text" && field.isRich) return wrongInline(text);
  if (field.kind === "text" && field.hasLive) return wrongLive(text);
  const [form, message] = FORMS[field.kind] ?? [];
  return form && message && text !== "" && !form.test(text) ? { message } : null;
}

const errorsOf = (fields: readonly SectionField[], values: ItemDraft, prefix: string): HomeFieldError[] =>
  fields.flatMap((field) =>
    namesOf(field).flatMap((name) => {
      const error = errorOf(field, values[name] ?? "");
      return error ? [{ path: prefix + name, ...error }] : [];
    }),
  );

/** Why a section can't be saved, in the order of its form. */
export function homeFieldErrors(key: DraftKey, { texts, items }: SectionDraft): HomeFieldError[] {
  const { fields, list } = SECTIONS[key];
  const tooMany: HomeFieldError[] =
    list && items.length > list.most
      ? [{ path: list.name, message: "content-admin.error.many", values: { most: list.most } }]
      : [];
  const ofItems = list ? items.flatMap((item, at) => errorsOf(list.fields, item, `items.${at}.`)) : [];
  return [...errorsOf(fields, texts, ""), ...tooMany, ...ofItems];
}
