import fs from "node:fs";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { PRODUCT } from "#src/kernel/brand.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { type Message, sayMessage } from "#src/locales/message.ts";

/**
 * The texts of a language in src/locales, including those of emails: for a test that runs in both languages. An id shared by
 * pages and emails means the page's. A missing text is a mistake in the test.
 */
export function wordsIn(locale: Locale): Text {
  const areas = fs.globSync(`src/locales/${locale}/**/*.json`).filter((file) => !file.endsWith("documents.json"));
  const emailsFirst = areas.toSorted((a, b) => Number(b.endsWith("emails.json")) - Number(a.endsWith("emails.json")));
  const read = (file: string) => JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, string>;
  const texts: Record<string, string> = Object.assign({}, ...emailsFirst.map(read));
  return (id, values = {}) => {
    const text = texts[id];
    if (text === undefined) throw new Error(`${locale} has no text ${id}`);
    return sayMessage(compileMessageOrThrow(text) as Message, { brand: PRODUCT, ...values }, locale);
  };
}
