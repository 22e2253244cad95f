import type { Shot } from "#src/modules/site/catalog/rules/draft.ts";

/** A picture in words: its alt texts, or the beginning of its file's name. */
export const sayShot = ({ src, alt, alt_es }: Shot): string =>
  [alt || src.slice(src.lastIndexOf("/") + 1).slice(0, 8), alt_es].filter(Boolean).join(" / ");
