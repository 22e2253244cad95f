import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** What a network may call in a minute, whatever it calls: an assistant answers a person with a handful. */
const CALLS: Act = { name: "assistant", limit: { max: 120, seconds: 60 } };

/** Counts one call of an assistant. Refusal: too_many_attempts {retry_after}. */
export const admitNetwork = async (ctx: Context) =>
  (await mayDo(ctx, CALLS)) ? ok({}) : fail("too_many_attempts", { retry_after: retryAfter(ctx, CALLS) });
