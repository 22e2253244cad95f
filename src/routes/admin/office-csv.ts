import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { officeSheet } from "#src/modules/evening/till/write-office.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/office-csv";

/** What moved the office's cash, and what bars were paid, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const written = await officeSheet(ctx);
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `office-cash-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
