import { tonight } from "#src/modules/reports/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/tonight";

/** Tonight as it stands, which the dashboard asks for again and again. */
export async function loader({ context }: Route.LoaderArgs) {
  const seen = await tonight(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return seen.tonight;
}
