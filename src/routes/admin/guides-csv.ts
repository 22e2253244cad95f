import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { monthIn } from "#src/modules/evening/guides/rules/month.ts";
import { writeMonth } from "#src/modules/evening/guides/write-month.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/guides-csv";

/** The month of the page as a file: the same URL with another ending. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const asked = new URL(request.url).searchParams.get("month");
  const made = await writeMonth(ctx, monthIn(asked, dateIn(ctx.now, HOME_ZONE)));
  if (!made.ok) throw refused(made);
  return sentSheet(ctx, made.sheet, made.name);
}
