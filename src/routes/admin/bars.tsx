import { barsForStaff } from "#src/modules/evening/stops/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Bars from "#src/modules/evening/stops/admin/bars-page.tsx";
import type { Route } from "./+types/bars";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await barsForStaff(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { bars: seen.bars, mayChange: seen.mayChange };
}

export default Bars;
