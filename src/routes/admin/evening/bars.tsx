import { barsForStaff } from "#src/modules/evening/stops/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Bars from "#src/modules/evening/stops/admin/bars-page.tsx";
import type { Route } from "./+types/bars";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await barsForStaff(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { bars: page.bars, mayChange: page.mayChange };
}

export default Bars;
