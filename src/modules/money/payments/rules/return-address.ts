/** Whether a provider adds a parameter to the query of the addresses that guests come back to. */
type Adds = { addsToReturn?: (name: string, value: string) => boolean };

/** The query of a return URL without what a provider added; null if nothing was added. */
export function ownQuery(query: URLSearchParams, providers: readonly Adds[]): string | null {
  const isAdded = (name: string, value: string) => providers.some((one) => one.addsToReturn?.(name, value));
  const own = new URLSearchParams(Array.from(query).filter(([name, value]) => !isAdded(name, value)));
  return own.size === query.size ? null : own.toString();
}
