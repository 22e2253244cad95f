import { data, type RouterContextProvider } from "react-router";
import { missingRight, requestContext, type RequestContext } from "#src/platform/context.server.ts";

/** The context of a page of the admin, with whoever is signed in as its actor. Throws the refusal of who may not open the page. */
export async function staffContext(context: Readonly<RouterContextProvider>): Promise<RequestContext> {
  const missing = context.get(missingRight);
  if (missing !== null) throw refused({ missing });
  return signedIn(context);
}

/** The same for what stands around every page of the admin. */
export async function signedIn(context: Readonly<RouterContextProvider>): Promise<RequestContext> {
  const ctx = context.get(requestContext);
  return { ...ctx, actor: await ctx.user() };
}

/** What to throw when a query or use case says `forbidden`: the shell says which right is missing. */
export const refused = ({ missing }: { missing: string }) =>
  data({ missing }, { status: 403, headers: { "cache-control": "no-store" } });
