import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { isLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { momentCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { everyLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { type EmailFilter, logStateOf, shownSubject } from "#src/modules/mail/notifications/rules/email-log.ts";
import { isKnownKind } from "#src/modules/mail/notifications/rules/whose.ts";
import { reasonOf } from "#src/modules/mail/notifications/rules/email-reason.ts";
import type { LogRow } from "#src/modules/mail/notifications/store/log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The emails of a filter as a sheet in the reader's words, newest first, read page by page; without what they say.
 * Requires permission to read emails. Refusal: forbidden {missing}.
 */
export async function writeEmailLog(ctx: Context, filter: EmailFilter) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" as const });
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } satisfies Sheet });
}

const headOf = (t: Text): string[] => [
  t("notifications-admin.written"),
  t("notifications-admin.kind"),
  t("notifications-admin.recipient"),
  t("notifications-admin.subject"),
  t("notifications-admin.language"),
  t("notifications-admin.state"),
  t("notifications-admin.why"),
  t("notifications-admin.tries"),
  t("notifications-admin.sent"),
];

async function* partsOf(ctx: Context, filter: EmailFilter, t: Text): AsyncGenerator<Row[]> {
  for await (const rows of everyLoggedEmail(ctx, filter)) yield rows.map((row) => cellsOf(row, t));
}

function cellsOf(row: LogRow, t: Text): Row {
  const reason = reasonOf(row);
  const state = row.status === "sent" && row.captured ? "captured" : logStateOf(row.status);
  return [
    momentCell(row.created_at, HOME_ZONE),
    isKnownKind(row.kind) ? t(`notifications-admin.kind.${row.kind}`) : row.kind,
    row.recipient,
    shownSubject(row),
    t(`notifications-admin.language.${isLocale(row.language) ? row.language : "en"}`),
    t(`notifications-admin.state.${state}`),
    reason && t(`notifications-admin.reason.${reason}`),
    row.attempts,
    momentCell(row.sent_at, HOME_ZONE),
  ];
}
