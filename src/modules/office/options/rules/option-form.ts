import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import { followsCheckDigit, GENERIC_RFCS, isRfc, rfcOf } from "#src/kernel/rfc.ts";
import { toPhone } from "#src/kernel/phone.ts";
import type { Values } from "#src/locales/message.ts";
import { SECTION_KEYS, type Section } from "#src/modules/office/options/rules/sections.ts";
import {
  defaultTextOf,
  errorOf,
  type SettingError,
  type SettingKey,
  textInForce,
} from "#src/modules/base/settings/rules/app-settings.ts";

/** Settings as they are typed and stored. */
export type Texts = Partial<Record<SettingKey, string>>;

/** Why a field is refused, in words. */
export type OptionError<Id extends string = SettingKey> = FieldError<Id>;

const LONGEST = 5000;

const KEPT: Partial<Record<SettingKey, (text: string) => string>> = { contact_phone: toPhone, operator_rfc: rfcOf };
const cleanText = (key: SettingKey, text: string): string => (KEPT[key] ?? toPlainText)(text);

/** What is asked of a text when it is typed; one that was stored before stays in force. */
const CHECKED: Partial<Record<SettingKey, (text: string) => MessageId | null>> = {
  // the generic RFCs aren't a seller's
  operator_rfc: (rfc) =>
    !isRfc(rfc) || GENERIC_RFCS.includes(rfc)
      ? "options.error.rfc"
      : followsCheckDigit(rfc)
        ? null
        : "options.error.rfcDigit",
};

/** The posted texts of keys, whose fields are called `before` and the key; those that weren't posted are missing. */
export function textsIn(form: FormData, keys: readonly SettingKey[], before = ""): Texts {
  const posted = keys.flatMap((key) => {
    const text = form.get(before + key);
    return typeof text === "string" ? [[key, cleanText(key, text.slice(0, LONGEST))] as const] : [];
  });
  return Object.fromEntries(posted);
}

/** A typed text in the notation that is stored: an emptied field goes back to the default. */
export const asStored = (key: SettingKey, text: string): string =>
  text.trim() === "" ? defaultTextOf(key) : textInForce(key, text);

/** The keys of a section whose typed text says something else than what it was opened with. */
export const touched = (section: Section, { texts, was }: { texts: Texts; was: Texts }): SettingKey[] =>
  SECTION_KEYS[section].filter((key) => {
    const [text, before] = [texts[key], was[key]];
    return text !== undefined && before !== undefined && text.trim() !== before;
  });

/** An error of one setting in words. */
const wordedError = ({ why, ...values }: SettingError): { message: MessageId; values?: Values } => ({
  message: `options.error.${why}` as MessageId,
  values,
});

/** What can't be stored of typed texts, each on its own. An emptied field is its default. */
export const errorsIn = (texts: Texts): OptionError[] =>
  (Object.entries(texts) as [SettingKey, string][]).flatMap(([id, text]) => {
    if (text.trim() === "") return [];
    const error = errorOf(id, text);
    if (error) return [{ id, ...wordedError(error) }];
    const message = CHECKED[id]?.(text.trim()) ?? null;
    return message ? [{ id, message }] : [];
  });

/** Settings of which one limits the other: the first may not exceed the second. */
const ORDERED: readonly (readonly [less: SettingKey, most: SettingKey])[] = [
  ["hold_minutes", "hold_limit_minutes"],
  ["staff_idle_hours", "staff_session_hours"],
];

/** What doesn't fit together in a section's settings, each valid on its own. */
export const misfitsIn = (texts: Texts): OptionError[] =>
  ORDERED.flatMap(([id, limit]) =>
    Number(texts[id] ?? 0) > Number(texts[limit] ?? Infinity)
      ? [{ id, message: "options.error.above" as const, values: { most: Number(texts[limit]) } }]
      : [],
  );
