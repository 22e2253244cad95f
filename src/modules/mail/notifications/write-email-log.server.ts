import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { isLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isKnownKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { everyLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { type EmailFilter, logStateOf, shownSubject } from "#src/modules/mail/notifications/rules/email-log.ts";
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
  return ok({ sheet: sheetOf(columns(t), await everyLoggedEmail(ctx, filter)) });
}

const columns = (t: Text): Column<LogRow>[] => [
  [t("notifications-admin.written"), (row) => momentCell(row.created_at, HOME_ZONE)],
  [t("notifications-admin.kind"), ({ kind }) => (isKnownKind(kind) ? t(`email-kinds.name.${kind}`) : kind)],
  [t("notifications-admin.recipient"), ({ recipient }) => recipient],
  [t("notifications-admin.subject"), shownSubject],
  [
    t("notifications-admin.language"),
    ({ language }) => t(`notifications-admin.language.${isLocale(language) ? language : "en"}`),
  ],
  [t("notifications-admin.state"), (row) => t(`notifications-admin.state.${stateOf(row)}`)],
  [t("notifications-admin.why"), (row) => whyOf(row, t)],
  [t("notifications-admin.tries"), ({ attempts }) => attempts],
  [t("notifications-admin.sent"), (row) => momentCell(row.sent_at, HOME_ZONE)],
];

const stateOf = ({ status, captured }: LogRow) =>
  status === "sent" && captured ? ("captured" as const) : logStateOf(status);

function whyOf(row: LogRow, t: Text): string | null {
  const reason = reasonOf(row);
  return reason && t(`notifications-admin.reason.${reason}`);
}
