import { scheduleCsv } from "#src/modules/schedule/queries.server.ts";
import { CSV_TYPE, sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-csv";

/** The departures shown in the schedule, as a file: the same URL with another ending. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const made = await scheduleCsv(await staffContext(context), new URL(request.url).searchParams);
  if (!made.ok) throw refused(made);
  return sentFile(made.text, { name: made.name, type: CSV_TYPE });
}
