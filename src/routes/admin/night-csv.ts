import { data } from "react-router";
import { writeList } from "#src/modules/night/write-list.server.ts";
import { CSV_TYPE, sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-csv";

/** The guest list of a night, as a file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const made = await writeList(await staffContext(context), params.id);
  if (made.ok) return sentFile(made.text, { name: made.name, type: CSV_TYPE });
  if (made.reason === "forbidden") throw refused(made);
  throw data(null, { status: 404 });
}
