import { fail, ok } from "#src/kernel/result.ts";
import { askConfirmation } from "#src/modules/base/identity/ask-confirmation.server.ts";
import { accountExists } from "#src/modules/base/identity/events.ts";
import { newcomer, orForgive } from "#src/modules/base/identity/hash-credential.server.ts";
import { countMail, mayMail } from "#src/platform/limit-mail.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { writeCredentials } from "#src/modules/base/identity/prove-address.server.ts";
import { passwordError } from "#src/modules/base/identity/rules/password.ts";
import type { SignUp } from "#src/modules/base/identity/schema.ts";
import { addUnverified } from "#src/modules/base/identity/store/people.server.ts";
import { ownerOf } from "#src/modules/base/identity/store/tries.server.ts";
import { constantTime } from "#src/platform/constant-time.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Longer than hashing a password and all writes together, in milliseconds. */
const STEP = 500;

/**
 * Creates an account that nobody can use until its address is confirmed by an emailed link (confirm-sign-up). Anyone may; limited
 * per address. An earlier sign-up that nobody has confirmed is replaced. For an address that has an account the response and
 * its timing are the same, and the owner is emailed instead. Refusals: password_common, too_many_attempts {retry_after}. Throws NotServed where too many
 * wait.
 */
export async function signUp(ctx: RequestContext, input: SignUp) {
  const asker = newcomer(ctx);
  ctx.hasher.expectRoom(asker);
  const tries = await countTry(ctx, "sign-up", input.email);
  if (!tries.ok) return tries;
  if (passwordError(input.password, input.email)) return fail("password_common");
  const mails = await countMail(ctx);
  if (!mails.ok) return mails;
  return constantTime(STEP, async () => {
    const password = await orForgive([tries, mails], () => ctx.hasher.hash(asker, input.password));
    await ctx.db.transaction().execute((tx) => enroll(ctx, tx, { ...input, password }));
    return ok({});
  });
}

async function enroll(ctx: RequestContext, tx: Tx, { email: typed, ...entered }: SignUp): Promise<void> {
  const email = typed.toLowerCase();
  const name = `${entered.first_name} ${entered.last_name}`.trim();
  const userId = (await addUnverified(tx, { email, name, now: ctx.now }))?.id;
  if (userId !== undefined) {
    await writeCredentials(tx, userId, { ...entered, language: ctx.locale }, ctx.now);
    await askConfirmation(ctx, tx, { userId, email });
    return;
  }
  const owner = await ownerOf(tx, email);
  const event = owner && accountExists({ userId: owner.id, email: owner.email, language: ctx.locale });
  if (event && (await mayMail(ctx, tx, event.name, email))) await ctx.publish(ctx, tx, event);
}
