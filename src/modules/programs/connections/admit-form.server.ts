import { fail, ok } from "#src/kernel/result.ts";
import { renewalsOf } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** What a network may send to the token endpoint in a minute: all programs of a company come from few. */
const FORMS: Act = { name: "oauth-form", limit: { max: 120, seconds: 60 } };

/** Counts one form of a program, which asks for tokens or ends one. Refusal: too_many_attempts {retry_after}. */
export const admitForm = async (ctx: Context) =>
  (await mayDo(ctx, FORMS)) ? ok({}) : fail("too_many_attempts", { retry_after: retryAfter(ctx, FORMS) });

/** How often a connection may be renewed in a minute: a token works for fifteen. */
const RENEWALS = { max: 20, seconds: 60 };

/** Whether a refresh token's connection may be renewed now: each renewal stores two records. Refusal: too_many_attempts {retry_after}. */
export async function admitRenewal({ db, now }: Context, refreshToken: string) {
  const since = new Date(now.getTime() - RENEWALS.seconds * 1000);
  const isFew = (await renewalsOf(db, hashToken(refreshToken), since)) < RENEWALS.max;
  return isFew ? ok({}) : fail("too_many_attempts", { retry_after: RENEWALS.seconds });
}
