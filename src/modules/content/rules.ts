import type { Locale } from "#src/kernel/localized.ts";
import { HomeContent } from "#src/modules/content/schema.ts";

/** A stored section; the field `title_es` is the Spanish text of `title`. */
export type StoredSection = { section_key: string; content: unknown };

/**
 * The stored texts in a language. Spanish never falls back to stored English: the page's own Spanish texts stand in, and in
 * the sections of `OWN_SPANISH` always (spec sections 2.4 and 2.5). What knows no language, such as a picture, holds for both.
 */
export function homeContentIn(locale: Locale, stored: readonly StoredSection[]): HomeContent {
  const section = (key: string) => {
    const content = stored.find(({ section_key }) => section_key === key)?.content;
    if (!isObject(content)) return {};
    return locale === "en" ? content : inSpanish(content, OWN_SPANISH.includes(key));
  };
  return HomeContent.parse({
    hero: section("hero"),
    infoBar: section("infoBar"),
    expect: section("expect"),
    footer: section("footer"),
  });
}

const OWN_SPANISH = ["expect", "features", "footer"];
const LANGUAGE_FREE = ["backgroundImage", "email", "phone", "facebook", "instagram", "twitter"];

function inSpanish(content: Record<string, unknown>, ownTextsOnly: boolean) {
  const free = LANGUAGE_FREE.map((key) => [key, content[key]] as const);
  if (ownTextsOnly) return Object.fromEntries(free);
  const spanish = Object.entries(content)
    .filter(([key]) => key.endsWith("_es"))
    .map(([key, text]) => [key.slice(0, -"_es".length), text] as const);
  return Object.fromEntries([...free, ...spanish]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a stored link leads anywhere: neither empty nor a placeholder such as `#` (spec section 2.4). */
export const isRealLink = (link: string | undefined): link is string => /^https:\/\/[^/]+\/./.test(link ?? "");

/**
 * Splits a fact of the info bar into the figure it starts with and the rest: `4–5 venues`, `400 MXN / 20 USD`.
 * A text that starts with no number is all rest.
 */
export function figureOf(text: string): { figure: string | null; rest: string } {
  const [, figure = null, rest = text] = /^(\d[\d.,+–\u2060-]*(?: [A-Z]{3})?)\s*\/?\s*(.*)$/u.exec(text) ?? [];
  return { figure, rest };
}
