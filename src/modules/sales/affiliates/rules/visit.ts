const MOST = 300;

/** A user agent as stored: at most 300 characters. */
export const userAgentOf = (text: string): string => text.slice(0, MOST);

/**
 * A referrer as stored: origin and path, without query and hash, which may identify a person. Empty for our own URLs (the path
 * may name a booking) and for anything but http(s).
 */
export function referrerOf(text: string, ownOrigins: readonly string[]): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || ownOrigins.includes(url.origin)) return "";
  return (url.origin + url.pathname).slice(0, MOST);
}
