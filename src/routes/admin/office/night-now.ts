import { data } from "react-router";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-now";

/** A night as it is now, for its page to ask again. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const night = await readNight(await staffContext(context), params.id);
  if (night.ok) return Response.json(night.night, { headers: { "cache-control": "no-store" } });
  if (night.reason === "forbidden") throw refused(night);
  throw data(null, { status: 404 });
}
