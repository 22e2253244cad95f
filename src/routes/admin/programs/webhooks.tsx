import Webhooks from "#src/modules/programs/webhooks/admin/webhooks-page.tsx";
import { listEndpoints } from "#src/modules/programs/webhooks/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/webhooks";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await listEndpoints(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { endpoints: page.endpoints };
}

export default Webhooks;
