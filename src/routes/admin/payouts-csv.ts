import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { payoutsSheet } from "#src/modules/commission/write-csv.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/payouts-csv";

/** What is to be transferred to partners, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const file = await payoutsSheet(ctx);
  if (!file.ok) throw refused(file);
  return sentSheet(ctx, file.sheet, `ronda-payouts-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
