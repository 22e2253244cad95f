import type { Change, AuditLogFilter } from "#src/modules/audit/schema.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The changes of an entry in the order in which they were written; anything that isn't one is left out. */
export const changesOf = (stored: unknown): Change[] =>
  isRecord(stored)
    ? Object.entries(stored).flatMap(([field, sides]) =>
        isRecord(sides) ? [{ field, old: sides["old"], now: sides["new"] }] : [],
      )
    : [];

/** A value as one short line; null for nothing, lists with commas, what has parts as JSON. */
export function sayValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((item) => sayValue(item) ?? "∅").join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `price_per_person` as words: `price per person`. */
export const fieldWords = (field: string): string => field.replaceAll("_", " ");

const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const LONGEST = 100;

/** What an address asks for; whatever isn't sense asks for everything. */
export function filterOf(params: URLSearchParams): AuditLogFilter {
  const text = (name: string) => params.get(name)?.trim().slice(0, LONGEST) || null;
  const day = (name: string) => (DAY.test(params.get(name) ?? "") ? params.get(name) : null);
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

/** The id of an entry in an address; null when it is none. */
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

/** What a filter asks for, as the names and values of an address. */
export const pairsOf = (filter: AuditLogFilter): [name: string, value: string][] =>
  Object.entries(NAMES).flatMap(([field, name]) => {
    const value = filter[field as FilterName];
    return value === null ? [] : [[name, value] as [string, string]];
  });

/** The address of a page of the log: what `filterOf` reads, and from which entry on. */
export function addressOf(filter: AuditLogFilter, beyond?: readonly ["older" | "newer", number]): string {
  const query = new URLSearchParams(pairsOf(filter));
  if (beyond) query.set(beyond[0], String(beyond[1]));
  return `?${query.toString()}`;
}
