import { type Failure, fail, ok, type Ok } from "#src/kernel/result.ts";
import type { Browser } from "#src/modules/identity/ask-auth.server.ts";
import { readConfirmation } from "#src/modules/identity/grant-confirmation.server.ts";
import { passwordHasherOf } from "#src/modules/identity/hash-credential.server.ts";
import { countTry } from "#src/modules/identity/limit-tries.server.ts";
import { type Credentials, proveAddress } from "#src/modules/identity/prove-address.server.ts";
import { passwordError } from "#src/modules/identity/rules/password.ts";
import type { ConfirmSignUp } from "#src/modules/identity/schema.ts";
import { signIn } from "#src/modules/identity/sign-in.server.ts";
import { accountById, accountForUpdate, profileById } from "#src/modules/identity/store.server.ts";
import { passwordOf } from "#src/modules/identity/store/tries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

/**
 * Confirms a new account's address by the emailed link and signs in. Whoever has the link reads the address's mail, but may not
 * be who signed up: so they enter the sign-up's password once more, or a name and a password of their own (`first_name` given),
 * and nothing that was entered before counts. Anyone with the link may, again too, with the same outcome. The cookies begin a
 * session; there are none where signing in is refused just then. Refusals: link_expired, link_invalid, other_password (not the one
 * of the newest sign-up), already_confirmed (by somebody with another password), password_common, too_many_attempts {retry_after}.
 */
export async function confirmSignUp(ctx: RequestContext, token: string, input: ConfirmSignUp, browser: Browser) {
  const tries = await countTry(ctx, "code");
  if (!tries.ok) return tries;
  const read = readConfirmation(ctx, token);
  if (!read.ok) return read;
  const { kind, userId, email } = read.confirmation;
  const account = await accountById(ctx.db, userId);
  if (kind !== "sign_up" || account?.email !== email) return fail("link_invalid");
  if (!account.email_verified) {
    const confirmed = await confirm(ctx, { id: userId, email }, input);
    if (!confirmed.ok) return confirmed;
  }
  await tries.forgive();
  const entered = await signIn(ctx, { email, password: input.password }, browser);
  if (!entered.ok && entered.reason === "sign_in_failed") return fail("already_confirmed");
  return ok({ cookies: entered.ok && !entered.secondFactor ? entered.cookies : [] });
}

type Entry = { id: string; email: string };
type Entered = Ok<{ credentials: Credentials; was: string | null }> | Failure<"other_password" | "password_common">;

async function confirm(ctx: RequestContext, account: Entry, input: ConfirmSignUp) {
  const entered = await credentialsOf(ctx, account, input);
  if (!entered.ok) return entered;
  return ctx.db.transaction().execute(async (tx) => {
    const held = await accountForUpdate(tx, account.id);
    if (held?.email !== account.email) return fail("link_invalid");
    // confirmed meanwhile: signing in says by whom
    if (held.email_verified) return ok({});
    // another sign-up has replaced the one whose password was compared
    if (entered.was !== null && (await passwordOf(tx, account.id)) !== entered.was) return fail("other_password");
    await proveAddress(ctx, tx, account, entered.credentials);
    return ok({});
  });
}

/** What counts from now on: what the confirmer enters, or the newest sign-up's where they know its password (`was`, its hash). */
async function credentialsOf(ctx: RequestContext, { id, email }: Entry, input: ConfirmSignUp): Promise<Entered> {
  const hasher = await passwordHasherOf(ctx);
  if (input.first_name !== undefined) {
    if (passwordError(input.password, email)) return fail("password_common");
    const { first_name, last_name, marketing_consent } = input;
    const password = await hasher.hash(input.password);
    return ok({
      credentials: { password, first_name, last_name, marketing_consent, language: ctx.locale },
      was: null,
    });
  }
  const [was, profile] = await Promise.all([passwordOf(ctx.db, id), profileById(ctx.db, id)]);
  if (was === null || !(await hasher.verify({ hash: was, password: input.password }))) return fail("other_password");
  const { first_name, last_name, marketing_consent, language } = profile ?? {};
  return ok({
    credentials: {
      password: was,
      first_name: first_name ?? "",
      last_name: last_name ?? "",
      marketing_consent: marketing_consent ?? false,
      language: language ?? ctx.locale,
    },
    was,
  });
}
