import { data } from "react-router";
import { writeList } from "#src/modules/office/night/write-list.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-csv";

/** The guest list of a night, as a file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const made = await writeList(ctx, params.id);
  if (made.ok) return sentSheet(ctx, made.sheet, made.name);
  if (made.reason === "forbidden") throw refused(made);
  throw data(null, { status: 404 });
}
