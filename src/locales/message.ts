import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";

/** A message as `catalogues.ts` compiles it from ICU: its pieces in order. A lone string is a text without values. */
export type Message = string | readonly Piece[];
export type Values = Readonly<Record<string, string | number | null | undefined>>;
type Piece = string | readonly [name: string, kind?: "plural" | "select", choices?: Record<string, Message>];

const plurals = { en: new Intl.PluralRules("en"), es: new Intl.PluralRules("es-MX") };

/**
 * Says a compiled message in a language: values put in, the plural form of the language chosen, `#` written as a number. A value
 * that isn't given stays empty. Ordinals, offsets and formats of ICU are not used by this product (a test says so).
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
