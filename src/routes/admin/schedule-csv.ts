import { scheduleSheet } from "#src/modules/sales/schedule/queries.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/schedule-csv";

/** The departures shown in the schedule, as a file: the same URL with another ending. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const made = await scheduleSheet(ctx, new URL(request.url).searchParams);
  if (!made.ok) throw refused(made);
  return sentSheet(ctx, made.sheet, made.name);
}
