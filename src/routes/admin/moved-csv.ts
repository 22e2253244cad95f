import { data } from "react-router";
import { isMonth } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { writeMoved } from "#src/modules/money/reconciliation/write-moved.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/moved-csv";

/** What guests' money moved in a month, for the accountant: `?month=2026-11`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const month = new URL(request.url).searchParams.get("month") ?? "";
  if (!isMonth(month)) throw data(null, { status: 400 });
  const written = writeMoved(ctx, month, await i18nFor(ctx.locale));
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `money-moved-${month}.csv`);
}
