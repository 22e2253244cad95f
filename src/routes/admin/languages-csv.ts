import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { boardFilterOf } from "#src/modules/office/translations/rules/board.ts";
import { textsSheet } from "#src/modules/office/translations/write-csv.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/languages-csv";

/** The filtered texts in both languages, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const written = await textsSheet(ctx, boardFilterOf(new URL(request.url).searchParams));
  if (!written.ok) throw refused(written);
  return sentSheet(ctx, written.sheet, `texts-${dateIn(ctx.now, HOME_ZONE)}.csv`);
}
