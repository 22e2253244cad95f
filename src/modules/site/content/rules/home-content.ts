import type { Locale } from "#src/kernel/localized.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { HomeContent } from "#src/modules/site/content/schema.ts";

/** A stored section; a field `title_es` is the Spanish text of `title`, also inside lists and groups. */
export type StoredSection = { section_key: string; content: unknown };

/**
 * The stored texts in a language. Spanish never falls back to stored English but to the page's own Spanish texts, and in the
 * sections of `OWN_SPANISH` always uses those (spec sections 2.4 and 2.5). Language-neutral values, such as pictures, apply to
 * both, as do guests' own words until translated.
 */
export function homeContentIn(locale: Locale, stored: readonly StoredSection[]): HomeContent {
  const section = (key: string) => {
    const content = stored.find(({ section_key }) => section_key === key)?.content;
    if (!isObject(content)) return {};
    return locale === "en" ? content : inSpanish(content, OWN_SPANISH.includes(key));
  };
  const keys = Object.keys(HomeContent.shape);
  return HomeContent.parse(Object.fromEntries(keys.map((key) => [key, section(key)])));
}

export type Contact = Record<"email" | "phone" | "facebook" | "instagram" | "twitter", string>;

/** The texts as guests see them: `homeContentIn`, and the contact of the settings where the footer gives none itself. */
export function homeContentFor(locale: Locale, stored: readonly StoredSection[], contact: Contact): HomeContent {
  const content = homeContentIn(locale, stored);
  return { ...content, footer: withContact(content.footer, contact) };
}

/** A footer with the contact of the settings where it gives none itself. */
function withContact(footer: HomeContent["footer"], contact: Contact): HomeContent["footer"] {
  const filled = Object.entries(contact).filter(
    ([name, value]) => value !== "" && footer[name as keyof Contact] === undefined,
  );
  return { ...footer, ...Object.fromEntries(filled) };
}

const OWN_SPANISH = ["expect", "features", "footer"];
const LANGUAGE_FREE = [
  "backgroundImage",
  "link",
  "time",
  "email",
  "phone",
  "facebook",
  "instagram",
  "twitter",
  "text",
  "author",
  "country",
];

function inSpanish(content: Record<string, unknown>, ownTextsOnly: boolean): Record<string, unknown> {
  const entries = Object.entries(content);
  const free = entries.filter(([key, value]) => typeof value === "string" && hasNoLanguage(key, value));
  if (ownTextsOnly) return Object.fromEntries(free);
  const groups = entries.filter(([, value]) => typeof value === "object").map(([key, value]) => [key, within(value)]);
  const spanish = entries
    .filter(([key, value]) => key.endsWith("_es") && value !== "")
    .map(([key, text]) => [key.slice(0, -"_es".length), text]);
  return Object.fromEntries([...free, ...groups, ...spanish]) as Record<string, unknown>;
}

const hasNoLanguage = (key: string, value: string) => LANGUAGE_FREE.includes(key) || (key === "date" && isDay(value));

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isObject(value) ? inSpanish(value, false) : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
