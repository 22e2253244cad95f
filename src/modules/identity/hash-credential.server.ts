import type { RequestContext } from "#src/platform/context.server.ts";

/** The sign-in library's own hash of a password, and its comparison. */
export const passwordHasherOf = async (ctx: RequestContext) => (await (await ctx.auth()).$context).password;
