import { fail, ok } from "#src/kernel/result.ts";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import type { SignUp } from "#src/modules/identity/schema.ts";
import { isTaken } from "#src/modules/identity/store.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { constantTime } from "#src/platform/constant-time.server.ts";

/** Longer than hashing a password and all writes together, in milliseconds. */
const STEP = 500;

/**
 * Creates an account, whose address is then verified by an emailed link. Anyone may; limited per address. For an address that
 * has an account the response and its timing are the same, and the owner is emailed instead. Refusals: password_common,
 * too_many_attempts {retry_after}.
 */
export async function signUp(ctx: RequestContext, input: SignUp) {
  const tries = await countTry(ctx, "sign-up", input.email);
  if (!tries.ok) return tries;
  return constantTime(STEP, async () => {
    const { first_name, last_name } = input;
    const answer = await askAuth(ctx, "/sign-up/email", { body: { ...input, name: `${first_name} ${last_name}` } });
    if (answer.ok) return ok({});
    const { code } = (await answer.json()) as { code?: string };
    if (code === "password_common") return fail("password_common");
    // two concurrent sign-ups with one new address: this one came second
    if (await isTaken(ctx.db, input.email)) return ok({});
    throw new Error(`the sign-in library answers ${answer.status} ${code}`);
  });
}
