import { isUuid } from "#src/kernel/codes.ts";
import { deskSecretOf } from "#src/modules/partners/desk/keep-cookie.server.ts";
import { addOnsAtDesk, deskOf, deskSale, deskState } from "#src/modules/partners/desk/queries.server.ts";
import type { DeskAnswer } from "#src/modules/partners/desk/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/desk-now";

/** A desk as it is now, for its own script, one of its sales in `sale`, and what is sold beside the places of `night`. Asking counts for nothing: it isn't a touch. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const device = await deskOf(ctx, deskSecretOf(ctx, request.headers.get("cookie")));
  const state = await deskState(ctx, device);
  const query = new URL(request.url).searchParams;
  const id = query.get("sale");
  const night = query.get("night");
  const found = device && state.kind === "open" && id && isUuid(id) ? await deskSale(ctx, device, id) : null;
  const answer: DeskAnswer = {
    intent: "",
    id: "",
    at: ctx.now.getTime(),
    done: true,
    state,
    ...(state.kind === "open" && night !== null ? { addOns: await addOnsAtDesk(ctx, night) } : {}),
    ...(found?.ok ? { sale: found.sale } : {}),
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
