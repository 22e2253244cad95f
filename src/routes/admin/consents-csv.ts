import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { consentFilterOf } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { consentsSheet } from "#src/modules/partners/measurement/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/consents-csv";

/** The filtered log of consents, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const file = await consentsSheet(ctx, consentFilterOf(new URL(request.url).searchParams));
  if (!file.ok) throw refused(file);
  return sentSheet(ctx, file.sheet, `consents-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
