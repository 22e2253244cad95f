import { data } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { leaveList } from "#src/modules/sales/waiting/leave-list.server.ts";
import { ownList } from "#src/modules/sales/waiting/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
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
export async function action({ context, params, request }: Route.ActionArgs) {
  const of = (await request.formData()).get("entry");
  if (typeof of !== "string" || !isUuid(of)) throw data(null, { status: 400 });
  const result = await leaveList(context.get(requestContext), { id: params.entryId, token: tokenOf(request), of });
  const message: MessageId = result.ok ? "waiting.own.left" : `waiting.error.${result.reason}`;
  return data({ told: message, isBad: !result.ok }, { status: result.ok ? 200 : 409, headers: PRIVATE });
}

export default later(
  "page-own-waiting-list",
  async () => (await import("#src/modules/sales/waiting/components/own-waiting-list-page.tsx")).default,
  "touched",
);
