import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { changesOf, sayValue } from "#src/modules/audit/rules/audit-log.ts";
import type { AuditLogFilter } from "#src/modules/audit/schema.ts";
import { type AuditLogRow, auditLogRows } from "#src/modules/audit/store.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The entries that match a filter as lines of a CSV file under the given headers, newest first, read page by page. Requires
 * permission to read the log. Refusal: forbidden.
 */
export function writeAuditLog(
  ctx: Context,
  filter: AuditLogFilter,
  heads: readonly string[],
): Ok<{ lines: AsyncGenerator<string> }> | (Failure<"forbidden"> & { missing: "audit.read" }) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  return ok({ lines: linesOf(ctx, filter, heads) });
}

async function* linesOf({ db }: Pick<Context, "db">, filter: AuditLogFilter, heads: readonly string[]) {
  yield csvLine(heads);
  for (let beyond: number | null | undefined = null; beyond !== undefined;) {
    const rows: AuditLogRow[] = await auditLogRows(db, filter, { beyond, newer: false, limit: PAGE });
    if (rows.length > 0) yield rows.map(lineOf).join("");
    beyond = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

const lineOf = (row: AuditLogRow): string =>
  csvLine([
    isoIn(row.at, HOME_ZONE),
    row.kind,
    row.email ?? row.actor_id,
    row.action,
    row.subject_type,
    row.subject_id,
    row.label,
    changesOf(row.changes)
      .map(({ field, old, now }) => `${field}: ${sayValue(old) ?? "∅"} → ${sayValue(now) ?? "∅"}`)
      .join("; "),
    row.source,
  ]);
