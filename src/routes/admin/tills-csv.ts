import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { TillFilter } from "#src/modules/evening/till/rules/till-list.ts";
import { tillsSheet } from "#src/modules/evening/till/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/tills-csv";

/** The tills of a filter, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const written = await tillsSheet(ctx, TillFilter.parse(Object.fromEntries(new URL(request.url).searchParams)));
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `tills-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
