import { data, type RouterContextProvider } from "react-router";
import { missingRight, requestContext, type RequestContext } from "#src/platform/context.server.ts";

/** The context of an admin page, with the signed-in user as its actor. Throws the refusal of a user who may not open the page. */
export async function staffContext(context: Readonly<RouterContextProvider>): Promise<RequestContext> {
  const missing = context.get(missingRight);
  if (missing !== null) throw refused({ missing });
  return signedIn(context);
}

/** The same for the shell around every admin page. */
export async function signedIn(context: Readonly<RouterContextProvider>): Promise<RequestContext> {
  const ctx = context.get(requestContext);
  return { ...ctx, actor: await ctx.user() };
}

/** What to throw when a query or use case returns `forbidden`: the shell names the missing permission. */
export const refused = ({ missing }: { missing: string }) =>
  data({ missing }, { status: 403, headers: { "cache-control": "no-store" } });
