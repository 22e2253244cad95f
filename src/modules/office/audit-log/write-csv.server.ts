import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, sheetOf } from "#src/kernel/sheet.ts";
import { type I18n, i18nFor, type MessageId } from "#src/locales/i18n.ts";
import { ACTION_WORDS } from "#src/modules/base/audit/rules/action-words.ts";
import { changesOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { currencyOf, sayField, sayRecord, sayValue } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AccessFilter, AuditLogFilter } from "#src/modules/base/audit/schema.ts";
import { type AuditLogRow, auditLogRows } from "#src/modules/office/audit-log/store.server.ts";
import { type AccessRow, accessRows } from "#src/modules/office/audit-log/store/access.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { deviceOf } from "#src/modules/base/identity/rules/device.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 1000;

/**
 * The entries that match a filter as a sheet in the reader's words, newest first, read page by page. Requires permission to read the
 * log. Refusal: forbidden {missing}.
 */
export async function writeAuditLog(ctx: Context, filter: AuditLogFilter) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" as const });
  const rows = readParts<AuditLogRow>(PAGE, (last) =>
    auditLogRows(ctx.db, filter, { beyond: last?.id ?? null, newer: false, limit: PAGE }),
  );
  return ok({ sheet: sheetOf(columns(await i18nFor(ctx.locale)), rows) });
}

/** The entries of the access log that match a filter, like the audit log's. Refusal: forbidden {missing}. */
export async function writeAccessLog(ctx: Context, filter: AccessFilter) {
  if (!can(ctx.actor, "audit.read")) return fail("forbidden", { missing: "audit.read" as const });
  const rows = readParts<AccessRow>(PAGE, (last) =>
    accessRows(ctx.db, filter, { beyond: last?.id ?? null, newer: false, limit: PAGE }),
  );
  return ok({ sheet: sheetOf(accessColumns(await i18nFor(ctx.locale)), rows) });
}

const columns = ({ t, locale }: I18n): Column<AuditLogRow>[] => [
  [t("audit.when"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("audit.kind"), ({ kind }) => t(KINDS[kind])],
  [t("audit.who"), (row) => row.email ?? row.actor_id],
  [t("audit.action"), ({ action }) => (ACTION_WORDS[action] ? t(ACTION_WORDS[action]) : action)],
  [t("audit.type"), (row) => sayRecord(row.subject_type, t)],
  [t("audit.subject"), (row) => row.subject_id],
  [t("audit.name"), ({ label }) => label],
  [t("audit.changes"), (row) => sayChanges(row, { t, locale })],
  [t("audit.source"), ({ source }) => source],
];

const KINDS = {
  user: "audit.record.user",
  guest: "audit.guest",
  desk: "audit.desk",
  key: "audit.key",
  system: "audit.system",
} as const;

function sayChanges(row: AuditLogRow, { t, locale }: Pick<I18n, "t" | "locale">): string {
  const changes = changesOf(row.changes);
  const saying = { t, locale, currency: currencyOf(changes, row.currency) };
  return changes
    .map(({ field, old, now }) => {
      const [before, after] = [old, now].map((value) => sayValue(field, value, saying) ?? t("audit.nothing"));
      return `${sayField(field, t)}: ${before} → ${after}`;
    })
    .join("; ");
}

const accessColumns = ({ t }: I18n): Column<AccessRow>[] => [
  [t("audit.when"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("audit.who"), (row) => row.email ?? row.user_id],
  [t("audit.access.kind"), ({ kind, outcome }) => t(`audit.access.what.${kind}.${outcome}` as MessageId)],
  [t("audit.access.file"), ({ subject }) => subject],
  [t("audit.access.address"), ({ address }) => address],
  [t("audit.access.browser"), (row) => deviceOf(row.user_agent).browser],
  [t("audit.access.system"), (row) => deviceOf(row.user_agent).system],
];
