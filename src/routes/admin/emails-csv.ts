import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { emailFilterOf } from "#src/modules/mail/notifications/rules/email-log.ts";
import { writeEmailLog } from "#src/modules/mail/notifications/write-email-log.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/emails-csv";

/** The emails of a filter, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const written = await writeEmailLog(ctx, emailFilterOf(new URL(request.url).searchParams));
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `emails-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
