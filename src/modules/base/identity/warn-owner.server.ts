import { accountGuessed, type Guessed } from "#src/modules/base/identity/events.ts";
import { ownerOf } from "#src/modules/base/identity/store/tries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: tells an account's owner that somebody guesses their password, or knows it and guesses `what` follows; nobody where the
 * address has no account, or isn't verified.
 */
export async function warnOwner(ctx: Context, { email, what }: { email: string; what: Guessed }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const owner = await ownerOf(tx, email);
    if (owner?.email_verified)
      await ctx.publish(ctx, tx, accountGuessed({ userId: owner.id, email: owner.email, what }));
  });
}
