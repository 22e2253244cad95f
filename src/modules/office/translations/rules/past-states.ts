import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";

/** How many changes are looked back at, of all records of a kind together: what lies before is taken as in step. */
export const MOST_CHANGES = 2000;

type Entry = Pick<AuditLogEntry, "at" | "changes">;

/**
 * A row's earlier states, oldest first, worked out from its newest back through what the audit log says that each change replaced,
 * and since when it is as it is. `columns` are those that matter here.
 */
export function statesBefore<Row extends object>(row: Row, newestFirst: readonly Entry[], columns: readonly string[]) {
  const states: { at: string | null; row: Row }[] = [];
  let state = row;
  const history = newestFirst
    .map(({ at, changes }) => ({ at, changes: changes.filter(({ field }) => columns.includes(field)) }))
    .filter(({ changes }) => changes.length > 0);
  for (const [place, { changes }] of history.entries()) {
    state = { ...state, ...Object.fromEntries(changes.map(({ field, old }) => [field, old])) };
    states.unshift({ at: history[place + 1]?.at ?? null, row: state });
  }
  return { states, since: history[0]?.at ?? null };
}
