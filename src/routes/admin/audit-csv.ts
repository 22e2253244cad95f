import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { filterOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { writeAuditLog } from "#src/modules/base/audit/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/audit-csv";

/** The entries that match a filter, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const i18n = await i18nFor(ctx.locale);
  const { t } = i18n;
  const heads = [
    t("audit.when"),
    t("audit.kind"),
    t("audit.who"),
    t("audit.action"),
    t("audit.type"),
    t("audit.subject"),
    t("audit.name"),
    t("audit.changes"),
    t("audit.source"),
  ];
  const written = writeAuditLog(ctx, filterOf(new URL(request.url).searchParams), heads, i18n);
  if (!written.ok) throw refused(written);
  const name = `audit-${dateIn(ctx.now, HOME_ZONE)}.csv`;
  return sentSheet(ctx, written.sheet, name);
}
