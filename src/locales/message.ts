import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";

/** A message as `catalogues.ts` compiles it from ICU: its parts in order. A plain string is a text without values. */
export type Message = string | readonly Piece[];
export type Values = Readonly<Record<string, string | number | null | undefined>>;
type Piece = string | readonly [name: string, kind?: "plural" | "select", choices?: Record<string, Message>];

const plurals = { en: new Intl.PluralRules("en"), es: new Intl.PluralRules("es-MX") };

/**
 * Formats a compiled message in a language: inserts values, picks the plural form, writes `#` as a number. A missing value
 * stays empty. ICU's ordinals, offsets and formats are not supported (a test ensures that none are used).
 */
export function sayMessage(message: Message, values: Values, locale: Locale, count = ""): string {
  if (typeof message === "string") return message;
  const say = (piece: Piece): string => {
    if (piece === "#") return count;
    if (typeof piece === "string") return piece;
    const [name, kind, choices] = piece;
    const value = String(values[name] ?? "");
    if (!kind || !choices) return value;
    if (kind === "select") return sayMessage(choices[value] ?? choices["other"] ?? "", values, locale, count);
    const n = Number(value);
    const form = choices[n] ?? choices[plurals[locale].select(n)] ?? choices["other"] ?? "";
    return sayMessage(form, values, locale, numberFormat(languageTag(locale), {}).format(n));
  };
  return message.map(say).join("");
}
