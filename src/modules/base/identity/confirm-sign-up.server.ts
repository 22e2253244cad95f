import { fail, ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/base/identity/ask-auth.server.ts";
import { readConfirmation } from "#src/modules/base/identity/grant-confirmation.server.ts";
import { newcomer, orForgive } from "#src/modules/base/identity/hash-credential.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { proveAddress } from "#src/modules/base/identity/prove-address.server.ts";
import { passwordError } from "#src/modules/base/identity/rules/password.ts";
import type { ConfirmSignUp } from "#src/modules/base/identity/schema.ts";
import { signInAfter } from "#src/modules/base/identity/sign-in.server.ts";
import { accountById, accountForUpdate, profileById } from "#src/modules/base/identity/store.server.ts";
import { passwordOf } from "#src/modules/base/identity/store/tries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Confirms a new account's address by the emailed link and signs in. Whoever has the link reads the address's mail, but may not
 * be who signed up: so they enter the sign-up's password once more, or a name and a password of their own (`first_name` given),
 * and nothing that was entered before counts. Anyone with the link may, again too, with the same outcome. The cookies begin a
 * session; there are none where signing in is refused just then. Refusals: link_expired, link_invalid, other_password (not the one
 * of the newest sign-up), already_confirmed (by somebody with another password), password_common, too_many_attempts {retry_after}.
 */
export async function confirmSignUp(ctx: RequestContext, token: string, input: ConfirmSignUp, browser: Browser) {
  ctx.hasher.expectRoom(newcomer(ctx));
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const read = readConfirmation(ctx, token);
  if (!read.ok) return read;
  const { confirmation } = read;
  if (confirmation.kind !== "sign_up") return fail("link_invalid");
  const { userId, email } = confirmation;
  const account = await accountById(ctx.db, userId);
  if (account?.email !== email) return fail("link_invalid");
  if (!account.email_verified) {
    const confirmed = await orForgive([tries], () => confirm(ctx, { id: userId, email }, input));
    if (!confirmed.ok) return confirmed;
  }
  await tries.forgive();
  const entered = await signInAfter(ctx, { email, password: input.password }, browser);
  if (!entered.ok && entered.reason === "sign_in_failed") return fail("already_confirmed");
  return ok({ cookies: entered.ok && !entered.secondFactor ? entered.cookies : [] });
}

type Entry = { id: string; email: string };

async function confirm(ctx: RequestContext, account: Entry, input: ConfirmSignUp) {
  const entered = await passwordEntered(ctx, account, input);
  if (!entered.ok) return entered;
  const { hash } = entered;
  return ctx.db.transaction().execute(async (tx) => {
    const held = await accountForUpdate(tx, account.id);
    if (held?.email !== account.email) return fail("link_invalid");
    // confirmed meanwhile: signing in says by whom
    if (held.email_verified) return ok({});
    const own = input.first_name === undefined ? await newestSignUp(ctx, tx, account.id, hash) : input;
    // another sign-up has replaced the one whose password was compared
    if (!own) return fail("other_password");
    const { first_name, last_name, marketing_consent } = own;
    const credentials = { password: hash, first_name, last_name, marketing_consent, language: ctx.locale };
    await proveAddress(ctx, tx, account, credentials);
    return ok({});
  });
}

/** The hash of the password that counts from now on: a new one, or the newest sign-up's where they know it. */
async function passwordEntered(ctx: RequestContext, { id, email }: Entry, { first_name, password }: ConfirmSignUp) {
  const { hasher } = ctx;
  if (first_name !== undefined)
    return passwordError(password, email)
      ? fail("password_common")
      : ok({ hash: await hasher.hash(newcomer(ctx), password) });
  const hash = await passwordOf(ctx.db, id);
  return hash !== null && (await hasher.verify(newcomer(ctx), { hash, password }))
    ? ok({ hash })
    : fail("other_password");
}

/** What the newest sign-up entered, if its password is still the one with this hash. The caller has locked the account. */
async function newestSignUp(ctx: RequestContext, tx: Tx, userId: string, hash: string) {
  const [now, profile] = [await passwordOf(tx, userId), await profileById(tx, userId)];
  if (now !== hash) return undefined;
  const { first_name, last_name, marketing_consent } = profile ?? {};
  return {
    first_name: first_name ?? "",
    last_name: last_name ?? "",
    marketing_consent: marketing_consent ?? false,
  };
}
