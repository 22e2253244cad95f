import { fail, ok } from "#src/kernel/result.ts";
import { giveOffered } from "#src/modules/base/identity/accept-invitation.server.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { newcomer, orForgive } from "#src/modules/base/identity/hash-credential.server.ts";
import { invitationHash } from "#src/modules/base/identity/invite-person.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { proveAddress } from "#src/modules/base/identity/prove-address.server.ts";
import { passwordError } from "#src/modules/base/identity/rules/password.ts";
import { isOpen } from "#src/modules/base/identity/rules/roles.ts";
import type { JoinTeam } from "#src/modules/base/identity/schema.ts";
import { signInAfter } from "#src/modules/base/identity/sign-in.server.ts";
import { addVerified, invitationByHash, invitationForUpdate } from "#src/modules/base/identity/store/people.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Creates the account of an invited address, accepts the invitation and signs in, all by the emailed link: whoever has it reads
 * the address's mail, so that no second email has to prove it. An account that nobody has verified becomes theirs, with nothing
 * left of what somebody else may have entered; a verified one is never touched. Anyone with the link may, once. The cookies
 * begin a session; there are none where signing in is refused just then. Refusals: invitation_over, has_account (sign in and
 * accept), password_common, too_many_attempts {retry_after}.
 */
export async function joinTeam(ctx: RequestContext, token: string, input: JoinTeam, browser: Browser) {
  const asker = newcomer(ctx);
  ctx.hasher.expectRoom(asker);
  const tries = await countTry(ctx, "sign-up");
  if (!tries.ok) return tries;
  const row = await invitationByHash(ctx.db, invitationHash(token));
  if (!row || !isOpen(row, ctx.now)) return fail("invitation_over");
  const { email, language } = row;
  if (passwordError(input.password, email)) return fail("password_common");
  const password = await orForgive([tries], () => ctx.hasher.hash(asker, input.password));
  const { first_name, last_name } = input;
  const joined = await ctx.db.transaction().execute(async (tx) => {
    const invitation = await invitationForUpdate(tx, row.id);
    if (!invitation || !isOpen(invitation, ctx.now)) return fail("invitation_over");
    const person = await addVerified(tx, { email, name: `${first_name} ${last_name}`.trim(), now: ctx.now });
    if (!person) return fail("has_account");
    const credentials = { password, first_name, last_name, language, marketing_consent: false };
    const theirs = await proveAddress(ctx, tx, { id: person.id, email }, credentials);
    return ok({ role: await giveOffered(theirs, tx, invitation, person) });
  });
  if (!joined.ok) return joined;
  await tries.forgive();
  const entered = await signInAfter(ctx, { email, password: input.password }, browser);
  return ok({ role: joined.role, cookies: entered.ok ? entered.cookies : [] });
}
