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
