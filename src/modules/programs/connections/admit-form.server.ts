import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** What a network may send to the token endpoint in a minute: all programs of a company come from few. */
const FORMS: Act = { name: "oauth-form", limit: { max: 120, seconds: 60 } };

/** Counts one form of a program, which asks for tokens or ends one. Refusal: too_many_attempts {retry_after}. */
export const admitForm = async (ctx: Context) =>
  (await mayDo(ctx, FORMS)) ? ok({}) : fail("too_many_attempts", { retry_after: retryAfter(ctx, FORMS) });
