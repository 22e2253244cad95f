/** A text in both languages. */
export type Pair = { en: string; es: string };

/** Whether a text lacks its Spanish translation. */
export const isUntranslated = ({ en, es }: Pair): boolean => en.trim() !== "" && es.trim() === "";
