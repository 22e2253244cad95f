import { data } from "react-router";
import { printList } from "#src/modules/office/night/write-list.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-pdf";

/** The guest list of a night on paper, with boxes to tick. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const made = await printList(await staffContext(context), params.id);
  if (made.ok) return sentFile(new Uint8Array(made.file), { name: made.name, type: "application/pdf" });
  if (made.reason === "forbidden") throw refused(made);
  throw data(null, { status: 404 });
}
