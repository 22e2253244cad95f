import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { changesOf, sayValue } from "#src/modules/audit/rules/audit-log.ts";
import type { AccessFilter, AuditLogFilter } from "#src/modules/audit/schema.ts";
import { type AuditLogRow, auditLogRows } from "#src/modules/audit/store.server.ts";
import { type AccessRow, accessRows } from "#src/modules/audit/store/access.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { deviceOf } from "#src/modules/identity/rules/device.ts";
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
  const pageBeyond = (beyond: number | null) => auditLogRows(ctx.db, filter, { beyond, newer: false, limit: PAGE });
  return ok({ lines: linesOf(heads, pageBeyond, lineOf) });
}

/** The entries of the access log that match a filter, like the audit log's. Refusal: forbidden. */
export function writeAccessLog(
  ctx: Context,
  filter: AccessFilter,
  heads: readonly string[],
): Ok<{ lines: AsyncGenerator<string> }> | (Failure<"forbidden"> & { missing: "audit.read" }) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  const pageBeyond = (beyond: number | null) => accessRows(ctx.db, filter, { beyond, newer: false, limit: PAGE });
  return ok({ lines: linesOf(heads, pageBeyond, accessLineOf) });
}

/** Lines of a log that is read page by page, newest first. */
async function* linesOf<Row extends { id: number }>(
  heads: readonly string[],
  pageBeyond: (id: number | null) => Promise<Row[]>,
  line: (row: Row) => string,
) {
  yield csvLine(heads);
  for (let beyond: number | null | undefined = null; beyond !== undefined;) {
    const rows: Row[] = await pageBeyond(beyond);
    if (rows.length > 0) yield rows.map(line).join("");
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

const accessLineOf = ({ at, email, user_id, kind, outcome, subject, address, user_agent }: AccessRow): string => {
  const { browser, system } = deviceOf(user_agent);
  return csvLine([isoIn(at, HOME_ZONE), email ?? user_id, kind, outcome, subject, address, browser, system]);
};
