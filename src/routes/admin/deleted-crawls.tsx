import { deletedCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import DeletedCrawls from "#src/modules/site/catalog/admin/deleted-crawls-page.tsx";
import type { Route } from "./+types/deleted-crawls";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await deletedCrawls(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { crawls: seen.crawls, today: seen.today, mayChange: seen.mayChange };
}

export default DeletedCrawls;
