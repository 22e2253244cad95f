import { listPages } from "#src/modules/site/content/read-pages.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/pages";
import Pages from "#src/modules/site/content/admin/pages-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const listed = await listPages(await staffContext(context));
  if (!listed.ok) throw refused(listed);
  return { pages: listed.pages };
}

export default Pages;
