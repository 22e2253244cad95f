import { fail, ok } from "#src/kernel/result.ts";
import { hashIn } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { addOptout, dropOptout } from "#src/modules/mail/notifications/store/optouts.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Whether an address gets emails that aren't about its own bookings: refuses them, or takes that back. Public, by the link in such
 * an email; idempotent. The answer is the same whether or not the address is known. Refusal: link_not_found.
 */
export async function chooseEmails(
  ctx: Pick<Context, "db" | "now">,
  { token, wanted: isOn }: { token: string | null; wanted: boolean },
) {
  const hash = await hashIn(ctx, token);
  if (hash === null) return fail("link_not_found");
  await (isOn ? dropOptout(ctx.db, hash) : addOptout(ctx.db, hash, ctx.now));
  return ok({});
}
