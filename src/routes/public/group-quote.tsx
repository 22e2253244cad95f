import { data } from "react-router";
import { z } from "zod";
import { acceptQuote } from "#src/modules/changes/groups/accept-quote.server.ts";
import { declineQuote } from "#src/modules/changes/groups/decline-quote.server.ts";
import { ownQuote } from "#src/modules/changes/groups/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { act, actOf } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/group-quote";

export const headers = () => PRIVATE;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const quote = await ownQuote(context.get(requestContext), params.quoteId, tokenOf(request));
  return data({ quote }, { status: quote ? 200 : 404, headers: PRIVATE });
}

const Nothing = z.object({});

/** Accepts or declines what is offered. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const link = { id: params.quoteId, token: tokenOf(request) };
  const refusal = ({ reason }: { reason: string }) => ({
    // what it became since is on the page
    formError: reason.startsWith("quote_") ? ("groups.quote.changed" as const) : ("groups.quote.failed" as const),
  });
  const acts = {
    accept: act({
      input: Nothing,
      run: (ctx) => acceptQuote(ctx, link),
      done: () => ({}),
      refusal,
    }),
    decline: act({
      input: Nothing,
      run: (ctx) => declineQuote(ctx, link),
      done: () => ({}),
      refusal,
    }),
  };
  return guestAct(context.get(requestContext), form, actOf(acts, form), { headers: PRIVATE });
}

export default later(
  "page-group-quote",
  async () => (await import("#src/modules/changes/groups/components/group-quote-page.tsx")).default,
  "touched",
);
