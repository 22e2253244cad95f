import { resourceOf } from "#src/api/oauth/addresses.ts";
import Connections from "#src/modules/programs/connections/admin/connections-page.tsx";
import { endConnection } from "#src/modules/programs/connections/end-connection.server.ts";
import { listConnections } from "#src/modules/programs/connections/queries.server.ts";
import { CONNECTION_LIST } from "#src/modules/programs/connections/rules/connection-list.ts";
import { OneConnection } from "#src/modules/programs/connections/schema.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/connections";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = CONNECTION_LIST.read(new URL(request.url).searchParams);
  const read = await listConnections(ctx, query.page);
  return { ...read, query, now: ctx.now.toISOString(), address: resourceOf(ctx.settings.BASE_URL) };
}

/** Ends one. */
export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "connections-admin.refused.connection_not_found" },
    acts: {
      end: act({
        input: OneConnection,
        run: endConnection,
        done: ({ name }) => ({ flash: "connections-admin.flash.ended", values: { name } }),
      }),
    },
  });

export default Connections;
