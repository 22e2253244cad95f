import { z } from "zod";
import GroupsPage from "#src/modules/changes/groups/admin/groups-page.tsx";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { listRequests, openRequest } from "#src/modules/changes/groups/queries.server.ts";
import { REQUEST_LIST } from "#src/modules/changes/groups/rules/request-list.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/groups";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = REQUEST_LIST.read(new URL(request.url).searchParams);
  const list = await listRequests(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.open === null ? null : await openRequest(ctx, filter.open);
  return { list, filter, open: opened?.ok ? opened.request : null };
}

const byId = z.object({ id: z.uuid() });

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "groups-admin.flash.gone" },
    acts: {
      close: act({
        input: byId,
        run: (ctx, { id }) => closeRequest(ctx, { id, closed: true }),
        done: (_, { id }) => ({ flash: "groups-admin.flash.closed", undo: { intent: "reopen", id } }),
      }),
      reopen: act({
        input: byId,
        run: (ctx, { id }) => closeRequest(ctx, { id, closed: false }),
        done: (_, { id }) => ({ flash: "groups-admin.flash.reopened", undo: { intent: "close", id } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "groups-admin.flash.failed");

export default GroupsPage;
