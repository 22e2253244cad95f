/**
 * What a crawl promises about drinks: the first line of what it includes. Whoever sells it and whoever holds its ticket read this
 * line and no other; null where nothing is included.
 */
export const drinksPromised = (includes: readonly string[]): string | null => includes[0] || null;
