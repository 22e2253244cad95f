import { isDay } from "#src/kernel/local-time.ts";
import { ACCESS_KINDS, type AccessFilter } from "#src/modules/base/audit/schema.ts";

const LONGEST = 100;

/** The filter in a URL's parameters; invalid values are ignored. */
export function accessFilterOf(params: URLSearchParams): AccessFilter {
  const day = (name: string) => (isDay(params.get(name) ?? "") ? params.get(name) : null);
  return {
    who: params.get("who")?.trim().slice(0, LONGEST) || null,
    kind: ACCESS_KINDS.find((kind) => kind === params.get("kind")) ?? null,
    from: day("from"),
    to: day("to"),
  };
}

/** A filter as query parameters. */
export const accessPairsOf = (filter: AccessFilter): [name: string, value: string][] =>
  Object.entries(filter).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));

/** The URL of a page of the log: what `accessFilterOf` reads, and the entry to continue from. */
export function accessAddressOf(filter: AccessFilter, beyond?: readonly ["older" | "newer", number]): string {
  const query = new URLSearchParams(accessPairsOf(filter));
  if (beyond) query.set(beyond[0], String(beyond[1]));
  return `?${query.toString()}`;
}
