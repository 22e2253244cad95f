import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { partnerQueryOf } from "#src/modules/commission/rules/partner-list.ts";
import { partnersCsv } from "#src/modules/commission/write-partners.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { CSV_TYPE, streamedFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/affiliates-csv";

/** The filtered list of partners, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const query = partnerQueryOf(new URL(request.url).searchParams, dateIn(ctx.now, HOME_ZONE));
  const file = partnersCsv(ctx, query);
  if (!file.ok) throw refused(file);
  return streamedFile(file.lines, { name: "ronda-partners.csv", type: CSV_TYPE });
}
