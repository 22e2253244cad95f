import { data } from "react-router";
import { z } from "zod";
import { leaveList } from "#src/modules/sales/waiting/leave-list.server.ts";
import { ownList } from "#src/modules/sales/waiting/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/own-waiting-list";

export const headers = () => PRIVATE;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const entries = await ownList(context.get(requestContext), params.entryId, tokenOf(request));
  return data({ entries }, { status: entries ? 200 : 404, headers: PRIVATE });
}

/** Takes them off the list of one night. */
export const action = async ({ context, params, request }: Route.ActionArgs) =>
  guestAct(
    context.get(requestContext),
    await request.formData(),
    act({
      input: z.object({ entry: z.uuid() }),
      run: (ctx, { entry }) => leaveList(ctx, { id: params.entryId, token: tokenOf(request), of: entry }),
      done: "waiting.own.left",
      refusal: ({ reason }) => ({ formError: `waiting.error.${reason}` as const }),
    }),
    { headers: PRIVATE },
  );

export default later(
  "page-own-waiting-list",
  async () => (await import("#src/modules/sales/waiting/components/own-waiting-list-page.tsx")).default,
  "touched",
);
