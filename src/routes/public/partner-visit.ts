import { data } from "react-router";
import { notePartnerVisit } from "#src/modules/partners/commission/note-visit.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/partner-visit";

/** There is no page. */
export const loader = () => {
  throw data(null, { status: 404, headers: PRIVATE });
};

/** A browser says that a partner's page was looked at; the answer is the same for every link. */
export async function action({ context, params: { token } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  await notePartnerVisit({ ...ctx, actor: await ctx.user() }, token);
  return new Response(null, { status: 204, headers: PRIVATE });
}
