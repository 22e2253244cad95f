/**
 * Two texts in the order of the alphabet, as lists of names are sorted: accents and capitals decide only between words that are
 * otherwise the same, ñ is a letter after n as in Spanish, which English readers don't mind. The same on a phone and on the server,
 * whatever language either runs in.
 */
export const byLetters = (a: string, b: string): number => COLLATOR.compare(a, b);
const COLLATOR = new Intl.Collator("es-MX", { numeric: true });
