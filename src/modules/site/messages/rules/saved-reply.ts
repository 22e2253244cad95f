import type { Locale } from "#src/kernel/localized.ts";
import type { SavedReply } from "#src/modules/site/messages/schema.ts";

/** What a saved reply offers for an answer in a language: its text in that one; null where it has none. */
export const textFor = (reply: SavedReply, language: Locale): string | null =>
  (language === "es" ? reply.text_es : reply.text_en) || null;

/** An answer with a saved text in it: behind what is written already, a line apart. */
export const withText = (written: string, text: string): string =>
  written.trim() === "" ? text : `${written.trimEnd()}\n\n${text}`;
