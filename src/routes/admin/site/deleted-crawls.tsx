import { deletedCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import DeletedCrawls from "#src/modules/site/catalog/admin/deleted-crawls-page.tsx";
import type { Route } from "./+types/deleted-crawls";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await deletedCrawls(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { crawls: page.crawls, today: page.today, mayChange: page.mayChange };
}

export default DeletedCrawls;
