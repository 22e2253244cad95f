import { isUuid } from "#src/kernel/codes.ts";
import { besideNumber, day, listAddress, words } from "#src/kernel/list-address.ts";
import type { Change } from "#src/modules/base/audit/schema.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An entry's changes in the order written; malformed ones are left out. */
export const changesOf = (stored: unknown): Change[] =>
  isRecord(stored)
    ? Object.entries(stored).flatMap(([field, sides]) =>
        isRecord(sides) ? [{ field, old: sides["old"], now: sides["new"] }] : [],
      )
    : [];

/** The address of the audit log. */
export const AUDIT_LIST = listAddress({
  who: words(),
  action: words(),
  type: words(),
  subject: words(),
  from: day(),
  to: day(),
  q: words(),
  older: besideNumber(),
  newer: besideNumber(),
});

/** The ids of departures among the values of a field; only `departure` holds any. */
export const nightsIn = (field: string, values: readonly unknown[]): string[] =>
  field === "departure" ? values.filter((value): value is string => typeof value === "string" && isUuid(value)) : [];
