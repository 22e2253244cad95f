import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { accessFilterOf } from "#src/modules/base/audit/rules/access-log.ts";
import { writeAccessLog } from "#src/modules/base/audit/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/access-csv";

/** The entries of the access log that match a filter, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const i18n = await i18nFor(ctx.locale);
  const { t } = i18n;
  const heads = [
    t("audit.when"),
    t("audit.who"),
    t("audit.access.kind"),
    t("audit.access.file"),
    t("audit.access.address"),
    t("audit.access.browser"),
    t("audit.access.system"),
  ];
  const written = writeAccessLog(ctx, accessFilterOf(new URL(request.url).searchParams), heads, i18n);
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `access-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
