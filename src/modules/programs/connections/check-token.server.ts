import { fail, ok } from "#src/kernel/result.ts";
import { staffAtWork } from "#src/modules/base/identity/queries.server.ts";
import { permissionsOf } from "#src/modules/base/identity/rules/scopes.ts";
import { scopesWithin } from "#src/modules/programs/connections/rules/connection.ts";
import { grantOfToken, noteUse } from "#src/modules/programs/connections/store.server.ts";
import type { Actor, Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** How often it is written when a connection was used last. */
const NOTED_MS = 10 * 60_000;

/**
 * For whom a program calls, by its access token: somebody of staff, who through it may do what they let it do, and only as far as their
 * role goes at this moment. Refusal: token_invalid (unknown, expired, ended, or nothing is left of it).
 */
export async function checkToken(ctx: Context, text: string) {
  if (!/^[\w-]{43}$/.test(text)) return fail("token_invalid");
  const grant = await grantOfToken(ctx.pool, hashToken(text), ctx.now);
  if (!grant) return fail("token_invalid");
  const { id, user_id: userId, program: name, last_used_at: used } = grant;
  const staff = await staffAtWork(ctx, userId, ctx.actor.address);
  // a program may ask for a token that opens less than it was let do
  const ofToken = (grant.scope ?? "").split(" ");
  const scopes = scopesWithin(
    staff,
    grant.scopes.filter((scope) => ofToken.includes(scope)),
  );
  if (scopes.length === 0) return fail("token_invalid");
  if (used === null || ctx.now.getTime() - used.getTime() > NOTED_MS) await noteUse(ctx.db, id, ctx.now);
  const permissions = permissionsOf({ scopes, partnerId: null });
  // by the role alone nothing is open: what may be done is what the program was let do
  const actor: Actor = {
    ...staff,
    role: null,
    secondFactor: false,
    userAgent: ctx.actor.userAgent,
    key: { id, name, scopes, permissions, partnerId: null, sites: null, test: false },
  };
  return ok({ actor });
}
