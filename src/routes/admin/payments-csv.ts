import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { moneyFilterOf } from "#src/modules/money/reconciliation/rules/money-list.ts";
import { writeMoneyList } from "#src/modules/money/reconciliation/write-money-list.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/payments-csv";

/** The payments and refunds that match a filter, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const written = writeMoneyList(ctx, moneyFilterOf(new URL(request.url).searchParams), await i18nFor(ctx.locale));
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `payments-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
