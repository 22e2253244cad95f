import { fail, ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { checkPasswordOf } from "#src/modules/base/identity/check-password.server.ts";
import { emailChanged } from "#src/modules/base/identity/events.ts";
import { movesFrom, readConfirmation } from "#src/modules/base/identity/grant-confirmation.server.ts";
import { newcomer, orForgive } from "#src/modules/base/identity/hash-credential.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { asOwner } from "#src/modules/base/identity/prove-address.server.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import {
  accountById,
  accountForUpdate,
  endSessions,
  forgetGrants,
  moveAddress,
} from "#src/modules/base/identity/store.server.ts";
import { passwordOf } from "#src/modules/base/identity/store/tries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Moves an account to another address by the link that was emailed there. The link proves the address and the password the
 * account: whoever only reads the mail can't make it a stranger's account, and get their own bookings shown in it. All its sessions
 * end. Anyone with both may, signed in or not, again too, with the same outcome; it signs nobody in. Refusals: link_expired,
 * link_invalid (also where the address has an account by now), wrong_password, too_many_attempts {retry_after}.
 */
export async function confirmEmailChange(ctx: RequestContext, token: string, password: string, browser: Browser) {
  ctx.hasher.expectRoom(newcomer(ctx));
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const read = readConfirmation(ctx, token);
  if (!read.ok) return read;
  const { confirmation } = read;
  if (confirmation.kind !== "email_change") return fail("link_invalid");
  const { userId, newEmail } = confirmation;
  const account = await accountById(ctx.db, userId);
  const isOf = (email: string) => email === newEmail || movesFrom(ctx, confirmation, email);
  if (!account?.email_verified || !isOf(account.email)) return fail("link_invalid");
  const check = await orForgive([tries], () =>
    checkPasswordOf(ctx, account, { password, cookie: browser.cookie, asker: newcomer(ctx) }),
  );
  if (!check.ok) return check;
  await tries.forgive();
  const move = () => ctx.db.transaction().execute((tx) => moveAccount(ctx, tx, confirmation, check.hash));
  // somebody signed up with the address while it was taken: the second time that sign-up gives way, or is an account by now
  return move().catch((error: unknown) => {
    if (violated(error) === "user_email_key") return move();
    throw error;
  });
}

type Change = { userId: string; newEmail: string; from: string };

/** `hash` is that of the password that was right: another one may have been set meanwhile, by an owner who takes the account back. */
async function moveAccount(ctx: RequestContext, tx: Tx, change: Change, hash: string) {
  const { userId, newEmail } = change;
  const held = await accountForUpdate(tx, userId);
  if (!held) return fail("link_invalid");
  if ((await passwordOf(tx, userId)) !== hash) return fail("wrong_password");
  const { email: oldEmail } = held;
  if (oldEmail === newEmail) return ok({});
  if (!movesFrom(ctx, change, oldEmail)) return fail("link_invalid");
  if (!(await moveAddress(tx, userId, newEmail, ctx.now))) return fail("link_invalid");
  const theirs = asOwner(ctx, { id: userId, email: newEmail });
  await forgetGrants(tx, userId);
  await logEnded(theirs, tx, userId, await endSessions(tx, userId, null));
  await audit(tx, theirs, { action: "email.changed", subject: ["user", userId] });
  await ctx.publish(theirs, tx, emailChanged({ userId, email: newEmail, oldEmail }));
  return ok({});
}
