import { data } from "react-router";
import { isMonth } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { ledgerSheet } from "#src/modules/base/ledger/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/ledger-csv";

/** A month's ledger entries, for the accountant: `?month=2026-11`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const month = new URL(request.url).searchParams.get("month") ?? "";
  if (!isMonth(month)) throw data(null, { status: 400 });
  const { t } = await i18nFor(ctx.locale);
  return sentSheet(ctx, ledgerSheet(ctx, month, t), `ledger-${month}.csv`);
}
