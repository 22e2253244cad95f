const MOST = 300;

/** A browser's name as it is stored: 300 characters at most. */
export const userAgentOf = (text: string): string => text.slice(0, MOST);

/**
 * Where a visitor came from as it is stored: origin and path, without what a query or hash may tell of a person. Empty for an
 * address of ours (its path may name a booking) and for what is no web address.
 */
export function referrerOf(text: string, ownOrigins: readonly string[]): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || ownOrigins.includes(url.origin)) return "";
  return (url.origin + url.pathname).slice(0, MOST);
}
