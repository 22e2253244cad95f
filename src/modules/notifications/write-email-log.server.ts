import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, isoIn } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { everyLoggedEmail } from "#src/modules/notifications/queries.server.ts";
import { type EmailFilter, isKnownKind, logStateOf, shownSubject } from "#src/modules/notifications/rules/email-log.ts";
import { reasonOf } from "#src/modules/notifications/rules/email-reason.ts";
import type { LogRow } from "#src/modules/notifications/store/log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The emails of a filter as lines of a CSV file in the reader's words, newest first, read page by page; without what they say.
 * Requires permission to read emails. Refusal: forbidden {missing}.
 */
export function writeEmailLog(ctx: Context, filter: EmailFilter) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" as const });
  return ok({ lines: linesOf(ctx, filter) });
}

async function* linesOf(ctx: Context, filter: EmailFilter): AsyncGenerator<string> {
  const { t } = await i18nFor(ctx.locale);
  yield csvLine([
    t("notifications-admin.written"),
    t("notifications-admin.kind"),
    t("notifications-admin.recipient"),
    t("notifications-admin.subject"),
    t("notifications-admin.language"),
    t("notifications-admin.state"),
    t("notifications-admin.why"),
    t("notifications-admin.tries"),
    t("notifications-admin.sent"),
  ]);
  for await (const rows of everyLoggedEmail(ctx, filter)) yield rows.map((row) => csvLine(cellsOf(row, t))).join("");
}

function cellsOf(row: LogRow, t: Text): (string | null)[] {
  const reason = reasonOf(row);
  const state = row.status === "sent" && row.captured ? "captured" : logStateOf(row.status);
  return [
    isoIn(row.created_at, HOME_ZONE),
    isKnownKind(row.kind) ? t(`notifications-admin.kind.${row.kind}`) : row.kind,
    row.recipient,
    shownSubject(row),
    row.language,
    t(`notifications-admin.state.${state}`),
    reason && t(`notifications-admin.reason.${reason}`),
    String(row.attempts),
    row.sent_at && isoIn(row.sent_at, HOME_ZONE),
  ];
}
