import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { boardFilterOf } from "#src/modules/translations/rules/board.ts";
import { textsCsv } from "#src/modules/translations/write-csv.server.ts";
import { CSV_TYPE, sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/languages-csv";

/** The filtered texts in both languages, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const written = await textsCsv(ctx, boardFilterOf(new URL(request.url).searchParams));
  if (!written.ok) throw refused(written);
  return sentFile(written.file, { name: `ronda-texts-${dateIn(ctx.now, HOME_ZONE)}.csv`, type: CSV_TYPE });
}
