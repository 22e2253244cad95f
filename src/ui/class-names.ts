/** Joins class names, skipping false and missing ones. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");

/** The classes of a link in running text. */
export const LINK = "font-semibold text-brand-text underline decoration-2 underline-offset-[0.2em] hover:decoration-3";
