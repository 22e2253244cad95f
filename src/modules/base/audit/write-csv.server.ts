import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { momentCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { I18n, MessageId } from "#src/locales/i18n.ts";
import { ACTION_WORDS } from "#src/modules/base/audit/rules/action-words.ts";
import { changesOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { currencyOf, sayField, sayRecord, sayValue } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AccessFilter, AuditLogFilter } from "#src/modules/base/audit/schema.ts";
import { type AuditLogRow, auditLogRows } from "#src/modules/base/audit/store.server.ts";
import { type AccessRow, accessRows } from "#src/modules/base/audit/store/access.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { deviceOf } from "#src/modules/base/identity/rules/device.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 1000;

/**
 * The entries that match a filter as a sheet under the given headings, in the reader's words, newest first, read page
 * by page. Requires permission to read the log. Refusal: forbidden.
 */
export function writeAuditLog(
  ctx: Context,
  filter: AuditLogFilter,
  heads: readonly string[],
  i18n: I18n,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "audit.read" }) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  const pageBeyond = (beyond: number | null) => auditLogRows(ctx.db, filter, { beyond, newer: false, limit: PAGE });
  return ok({ sheet: { head: heads, parts: partsOf(pageBeyond, (row) => rowOf(row, i18n)) } });
}

/** The entries of the access log that match a filter, like the audit log's. Refusal: forbidden. */
export function writeAccessLog(
  ctx: Context,
  filter: AccessFilter,
  heads: readonly string[],
  i18n: I18n,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "audit.read" }) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" });
  const pageBeyond = (beyond: number | null) => accessRows(ctx.db, filter, { beyond, newer: false, limit: PAGE });
  return ok({ sheet: { head: heads, parts: partsOf(pageBeyond, (row) => accessRowOf(row, i18n)) } });
}

/** A log that is read page by page, newest first. */
async function* partsOf<Entry extends { id: number }>(
  pageBeyond: (id: number | null) => Promise<Entry[]>,
  row: (entry: Entry) => Row,
): AsyncGenerator<Row[]> {
  for (let beyond: number | null | undefined = null; beyond !== undefined;) {
    const entries: Entry[] = await pageBeyond(beyond);
    yield entries.map(row);
    beyond = entries.length === PAGE ? entries.at(-1)!.id : undefined;
  }
}

function rowOf(row: AuditLogRow, { t, locale }: I18n): Row {
  const changes = changesOf(row.changes);
  const saying = { t, locale, currency: currencyOf(changes, row.currency) };
  const word = ACTION_WORDS[row.action];
  const said = changes.map(({ field, old, now }) => {
    const [before, after] = [old, now].map((value) => sayValue(field, value, saying) ?? t("audit.nothing"));
    return `${sayField(field, t)}: ${before} → ${after}`;
  });
  return [
    momentCell(row.at, HOME_ZONE),
    t(KINDS[row.kind]),
    row.email ?? row.actor_id,
    word ? t(word) : row.action,
    sayRecord(row.subject_type, t),
    row.subject_id,
    row.label,
    said.join("; "),
    row.source,
  ];
}

const KINDS = { user: "audit.record.user", guest: "audit.guest", desk: "audit.desk", system: "audit.system" } as const;

function accessRowOf({ at, email, user_id, kind, outcome, subject, address, user_agent }: AccessRow, { t }: I18n): Row {
  const { browser, system } = deviceOf(user_agent);
  const what = t(`audit.access.what.${kind}.${outcome}` as MessageId);
  return [momentCell(at, HOME_ZONE), email ?? user_id, what, subject, address, browser, system];
}
