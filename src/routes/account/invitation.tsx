import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { acceptInvitation } from "#src/modules/identity/accept-invitation.server.ts";
import { sendOrKeep } from "#src/modules/identity/components/lost-answer.ts";
import type { FormAnswer } from "#src/modules/identity/rules/account-forms.ts";
import { offeredRole } from "#src/modules/identity/queries.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/invitation";

// The URL contains the token of the emailed link: no caching, no referrer to other sites.
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

const signedIn = async (ctx: RequestContext): Promise<RequestContext> => ({ ...ctx, actor: await ctx.user() });

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const token = tokenOf(request);
  const next = `${localizedPath("/invitation", ctx.locale)}?token=${encodeURIComponent(token)}`;
  return data({ offer: await offeredRole(ctx, token), me: ctx.actor.email, next }, { headers: PRIVATE });
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const result = await acceptInvitation(ctx, tokenOf(request), request.headers.get("cookie") ?? "");
  // on revalidation the page shows why it can't be accepted
  if (!result.ok) {
    const answer: FormAnswer = { at: ctx.now.getTime(), formValues: {}, fieldErrors: [], formError: null };
    return data(answer, { status: result.reason === "invitation_over" ? 410 : 409 });
  }
  const set = result.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return redirect(localizedPath("/admin", ctx.locale), { headers: [...set, ...Object.entries(PRIVATE)] });
}

export const headers = () => PRIVATE;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction);

export default later(
  "page-invitation",
  async () => (await import("#src/routes/account/components/invitation.tsx")).default,
  "touched",
);
