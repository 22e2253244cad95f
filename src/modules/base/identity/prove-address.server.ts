import { accountVerified } from "#src/modules/base/identity/events.ts";
import { logEnded } from "#src/modules/base/identity/renew-session.server.ts";
import {
  deleteSecondFactor,
  endSessions,
  forgetGrants,
  markVerified,
  profileForUpdate,
  writeProfile,
} from "#src/modules/base/identity/store.server.ts";
import { deletePassword, writePassword } from "#src/modules/base/identity/store/people.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What an account's owner enters; `password` is its hash, null for an account that is only entered by mailed links. */
export type Credentials = {
  password: string | null;
  first_name: string;
  last_name: string;
  marketing_consent: boolean;
  language: string;
};

/** Stores a password's hash and a profile for an account, in place of any it has. */
export async function writeCredentials(tx: Tx, userId: string, { password, ...profile }: Credentials, now: Date) {
  if (password === null) await deletePassword(tx, userId);
  else await writePassword(tx, userId, password, now);
  await profileForUpdate(tx, userId);
  await writeProfile(tx, userId, { ...profile, phone: "", country: "" }, now);
}

/** The context with an account's owner as actor, who has just proven the address but need not be signed in. */
export const asOwner = <Ctx extends Context>(ctx: Ctx, { id, email }: { id: string; email: string }): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, kind: "user" as const, userId: id, email, emailVerified: true },
});

/**
 * Gives an account to whoever has proven that its address is theirs, with the credentials that they enter: whatever anybody
 * entered or began before is void (password, name, profile, second factor, links, sessions), because until then it was anybody's.
 * Returns the context with the owner as actor. The caller has locked the account.
 */
export async function proveAddress<Ctx extends Context>(
  ctx: Ctx,
  tx: Tx,
  { id, email }: { id: string; email: string },
  credentials: Credentials,
): Promise<Ctx> {
  const theirs = asOwner(ctx, { id, email });
  await markVerified(tx, id);
  await writeCredentials(tx, id, credentials, ctx.now);
  await forgetGrants(tx, id);
  await deleteSecondFactor(tx, id, ctx.now);
  await logEnded(theirs, tx, id, await endSessions(tx, id, null));
  await audit(tx, theirs, { action: "email.verified", subject: ["user", id] });
  await ctx.publish(theirs, tx, accountVerified({ userId: id, email }));
  return theirs;
}
