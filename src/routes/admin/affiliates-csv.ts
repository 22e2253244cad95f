import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import { partnersSheet } from "#src/modules/partners/commission/write-partners.server.ts";
import { partnersNights } from "#src/modules/office/reports/queries.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/affiliates-csv";

/** The filtered list of partners, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const query = partnerQueryOf(new URL(request.url).searchParams, dateIn(ctx.now, HOME_ZONE));
  const file = await partnersSheet(ctx, query, partnersNights);
  if (!file.ok) throw refused(file);
  return sentSheet(ctx, file.sheet, "partners.csv");
}
