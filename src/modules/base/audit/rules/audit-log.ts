import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import type { Change, AuditLogFilter } from "#src/modules/base/audit/schema.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An entry's changes in the order written; malformed ones are left out. */
export const changesOf = (stored: unknown): Change[] =>
  isRecord(stored)
    ? Object.entries(stored).flatMap(([field, sides]) =>
        isRecord(sides) ? [{ field, old: sides["old"], now: sides["new"] }] : [],
      )
    : [];

const LONGEST = 100;

/** The filter in a URL's parameters; invalid values are ignored. */
export function filterOf(params: URLSearchParams): AuditLogFilter {
  const text = (name: string) => params.get(name)?.trim().slice(0, LONGEST) || null;
  const day = (name: string) => (isDay(params.get(name) ?? "") ? params.get(name) : null);
  return {
    who: text("who"),
    action: text("action"),
    type: text("type"),
    subject: text("subject"),
    from: day("from"),
    to: day("to"),
    text: text("q"),
  };
}

/** The entry id in a URL; null when it is invalid. */
export const entryId = (text: string | null): number | null => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : null);

const NAMES = {
  who: "who",
  action: "action",
  type: "type",
  subject: "subject",
  from: "from",
  to: "to",
  text: "q",
} as const;
export type FilterName = keyof AuditLogFilter;

/** A filter as query parameters. */
export const pairsOf = (filter: AuditLogFilter): [name: string, value: string][] =>
  Object.entries(NAMES).flatMap(([field, name]) => {
    const value = filter[field as FilterName];
    return value === null ? [] : [[name, value] as [string, string]];
  });

/** The URL of a page of the log: what `filterOf` reads, and the entry to continue from. */
export function addressOf(filter: AuditLogFilter, beyond?: readonly ["older" | "newer", number]): string {
  const query = new URLSearchParams(pairsOf(filter));
  if (beyond) query.set(beyond[0], String(beyond[1]));
  return `?${query.toString()}`;
}

/** The ids of departures among the values of a field; only `departure` holds any. */
export const nightsIn = (field: string, values: readonly unknown[]): string[] =>
  field === "departure" ? values.filter((value): value is string => typeof value === "string" && isUuid(value)) : [];
