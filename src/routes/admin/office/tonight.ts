import { tonight } from "#src/modules/office/reports/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/tonight";

/** Tonight's current state, which the dashboard polls. */
export async function loader({ context }: Route.LoaderArgs) {
  const night = await tonight(await staffContext(context));
  if (!night.ok) throw refused(night);
  return night.tonight;
}
