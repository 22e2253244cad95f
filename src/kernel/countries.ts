import { namesOf } from "#src/kernel/formatters.ts";

// ISO 3166-1 alpha-2: about ninety countries that travellers to Mexico come from (spec section 3); all others are "Other".
export const COUNTRIES = [
  ..."AR AT AU BE BG BO BR BZ CA CH CL CN CO CR CU CY CZ DE DK DO".split(" "),
  ..."EC EE EG ES FI FR GB GE GR GT HK HN HR HT HU ID IE IL IN IS".split(" "),
  ..."IT JM JO JP KE KR KZ LB LT LU LV MA MD ME MK MT MX MY NG NI".split(" "),
  ..."NL NO NZ PA PE PH PK PL PR PT PY QA RO RS SA SE SG SI SK SV".split(" "),
  ..."TH TN TR TT TW UA US UY VE VN ZA AE BD LK".split(" "),
] as const;

export const OTHER_COUNTRY = "OTHER";

/** The country of a guest who wasn't asked. */
export const NOT_ASKED = "";

/** Common names, where the browser has an official one ("RAE de Hong Kong (China)"). */
const CALLED: Record<string, string> = { HK: "Hong Kong" };

/** A country's name in a language; empty for Other. */
export const countryName = (locale: "en" | "es", code: string): string =>
  /^[A-Z]{2}$/.test(code) ? namesIn(locale)(code) : "";

const namesIn = (locale: "en" | "es") => {
  const names = namesOf(locale === "es" ? "es-MX" : "en", { type: "region" });
  return (code: string) => CALLED[code] ?? names.of(code) ?? code;
};

/** Choices of the country field with their names in a language, sorted for that language; Other comes last. */
export function countryChoices(locale: "en" | "es", other: string): { value: string; label: string }[] {
  const name = namesIn(locale);
  const choices = COUNTRIES.map((code) => ({ value: code, label: name(code) }));
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label, locale));
  return [...sorted, { value: OTHER_COUNTRY, label: other }];
}
