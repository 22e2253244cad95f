import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { payoutsSheet } from "#src/modules/partners/commission/write-csv.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/payouts-csv";

/** What is to be transferred to partners, as a file: with `until`, as the page showed it whose statements were agreed until then. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = new Date(new URL(request.url).searchParams.get("until") ?? Number.NaN);
  const file = await payoutsSheet(ctx, { until: Number.isNaN(asked.getTime()) ? null : asked });
  if (!file.ok) throw refused(file);
  return sentSheet(ctx, file.sheet, `payouts-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
