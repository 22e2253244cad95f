import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { changesOf, nightsIn } from "#src/modules/base/audit/rules/audit-log.ts";
import { currencyOf } from "#src/modules/base/audit/rules/say-entry.ts";
import type {
  AccessEntry,
  AccessFilter,
  AccessPage,
  AuditLogPage,
  AuditLogChoices,
  AuditLogEntry,
  AuditLogFilter,
} from "#src/modules/base/audit/schema.ts";
import {
  departuresNamed,
  recentActions,
  rowsAbout,
  subjectTypes,
  type AuditLogRow,
  auditLogRows,
} from "#src/modules/office/audit-log/store.server.ts";
import { type AccessRow, accessRows } from "#src/modules/office/audit-log/store/access.server.ts";
import { deviceOf } from "#src/modules/base/identity/rules/device.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { isOwnMachine } from "#src/platform/network.server.ts";

const PAGE = 50;
const RECENT = 5000;

type Beyond = { older?: number | null; newer?: number | null };

/**
 * A page of the audit log, newest first: from the top, or beyond an entry of the previous page. Requires permission to read it.
 * Refusal: forbidden.
 */
export async function readAuditLog(
  ctx: Context,
  filter: AuditLogFilter,
  { older = null, newer = null }: Beyond = {},
): Promise<
  Ok<{ auditLog: AuditLogPage; choices: AuditLogChoices }> | (Failure<"forbidden"> & { missing: "audit.read" })
> {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  const isBack = newer !== null;
  const [rows, actions, types] = await Promise.all([
    auditLogRows(ctx.db, filter, { beyond: newer ?? older, newer: isBack, limit: PAGE + 1 }),
    recentActions(ctx.db, RECENT),
    subjectTypes(ctx.db),
  ]);
  const pageRows = rows.slice(0, PAGE);
  const entries = await withNights(ctx.db, (isBack ? pageRows.toReversed() : pageRows).map(entryOf));
  const goesOn = rows.length > PAGE;
  const auditLog = {
    entries,
    newer: (isBack ? goesOn : older !== null) ? (entries[0]?.id ?? null) : null,
    older: isBack || goesOn ? (entries.at(-1)?.id ?? null) : null,
  };
  return ok({ auditLog, choices: { actions, types } });
}

/** Departures in the changes are shown by name where they still exist, because readers can't read ids. */
async function withNights(db: Context["db"], entries: readonly AuditLogEntry[]): Promise<AuditLogEntry[]> {
  const ids = entries.flatMap(({ changes }) => changes.flatMap(({ field, old, now }) => nightsIn(field, [old, now])));
  const named = new Map((await departuresNamed(db, [...new Set(ids)])).map((night) => [night.id, night]));
  const label = (field: string, value: unknown) =>
    nightsIn(field, [value]).length > 0 ? (named.get(String(value)) ?? value) : value;
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, old, now }) => ({ field, old: label(field, old), now: label(field, now) })),
  }));
}

/**
 * Audit log entries about some records, newest first, for the pages that show one. Checks no access: whoever may see a record
 * may see its history.
 */
export async function historyOf(
  ctx: Pick<Context, "db">,
  subjects: readonly (readonly [type: string, id: string])[],
  limit = PAGE,
): Promise<AuditLogEntry[]> {
  return (await rowsAbout(ctx.db, subjects, limit)).map(entryOf);
}

/** So many entries the page of a departure shows. */
const NIGHT_HISTORY = 20;

/** The newest entries about a departure and its series; none for who may not read the audit log. */
export async function historyOfNight(
  ctx: Pick<Context, "db" | "actor">,
  { id, series_id }: { id: string; series_id: string | null },
): Promise<AuditLogEntry[]> {
  if (!can(ctx.actor, "audit.read")) return [];
  return historyOf(ctx, [["departure", id], ...(series_id ? [["series", series_id] as const] : [])], NIGHT_HISTORY);
}

/** An entry in readable form. */
const entryOf = (row: AuditLogRow): AuditLogEntry => {
  const changes = changesOf(row.changes);
  return { ...shownOf(row), changes, currency: currencyOf(changes, row.currency) };
};

const shownOf = (row: AuditLogRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  who: { kind: row.kind, id: row.actor_id, name: row.name, email: row.email },
  action: row.action,
  subject: { type: row.subject_type, id: row.subject_id, label: row.label },
  source: row.source,
});

/**
 * A page of the access log, newest first, like the audit log's. Requires permission to read that. Refusal: forbidden.
 */
export async function readAccessLog(
  ctx: Context,
  filter: AccessFilter,
  { older = null, newer = null }: Beyond = {},
): Promise<Ok<{ accessLog: AccessPage; days: number }> | (Failure<"forbidden"> & { missing: "audit.read" })> {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  const isBack = newer !== null;
  const [rows, { accessLogDays }] = await Promise.all([
    accessRows(ctx.db, filter, { beyond: newer ?? older, newer: isBack, limit: PAGE + 1 }),
    appSettings(ctx),
  ]);
  const pageRows = rows.slice(0, PAGE);
  const entries = (isBack ? pageRows.toReversed() : pageRows).map(accessEntryOf);
  const goesOn = rows.length > PAGE;
  const accessLog = {
    entries,
    newer: (isBack ? goesOn : older !== null) ? (entries[0]?.id ?? null) : null,
    older: isBack || goesOn ? (entries.at(-1)?.id ?? null) : null,
  };
  return ok({ accessLog, days: accessLogDays });
}

const accessEntryOf = ({ user_id, name, email, user_agent, at, ...row }: AccessRow): AccessEntry => ({
  id: row.id,
  at: at.toISOString(),
  kind: row.kind,
  outcome: row.outcome,
  subject: row.subject,
  who: user_id === null || email === null ? null : { id: user_id, name: name ?? "", email },
  address: row.address,
  isHere: row.address !== null && isOwnMachine(row.address),
  ...deviceOf(user_agent),
});
