import { toString as drawQr } from "qrcode";
import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/identity/ask-auth.server.ts";
import type { SecondFactorSetup } from "#src/modules/identity/rules/profile-forms.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

// These are for the signed-in user, who must know the password. The codes are shown once: only their hashes, or what only the
// library can decrypt, are stored.

/**
 * Begins to set up a second factor, which is active once a code has been confirmed. Refuses: no_user, wrong_password,
 * already_on, …
 */
export async function startSecondFactor(ctx: RequestContext, password: string, browser: Browser) {
  if (ctx.actor.userId === null) return fail("no_user");
  const answer = await askAuth(ctx, "/two-factor/enable", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] };
  return ok({ setup: await setupOf(totpURI, backupCodes) });
}

/** What a setup shows, from the library's response (or what the page posts back after a wrong code). */
export async function setupOf(uri: string, codes: string[]): Promise<SecondFactorSetup> {
  const svg = await drawQr(uri, { type: "svg", margin: 2 });
  const secret = URL.parse(uri)?.searchParams.get("secret") ?? "";
  return { uri, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, secret, codes };
}

/**
 * Activates the second factor: a code proves that the app has it. The cookies carry a new session. Refuses: no_user,
 * code_wrong, …
 */
export async function confirmSecondFactor(ctx: RequestContext, code: string, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const answer = await askAuth(ctx, "/two-factor/verify-totp", { body: { code }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  await audit(ctx.db, ctx, { action: "second_factor.set_up", subject: ["user", userId] });
  return ok({ cookies: answer.headers.getSetCookie() });
}

/** Replaces the recovery codes. Refuses: no_user, wrong_password, too_many_attempts, not_saved. */
export async function renewRecoveryCodes(ctx: RequestContext, password: string, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const answer = await askAuth(ctx, "/two-factor/generate-backup-codes", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  const { backupCodes } = (await answer.json()) as { backupCodes: string[] };
  await audit(ctx.db, ctx, { action: "second_factor.codes_renewed", subject: ["user", userId] });
  return ok({ codes: backupCodes });
}

/** Removes the second factor. The cookies carry a new session. Refuses: no_user, wrong_password, too_many_attempts, not_saved. */
export async function removeSecondFactor(ctx: RequestContext, password: string, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const answer = await askAuth(ctx, "/two-factor/disable", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  await audit(ctx.db, ctx, { action: "second_factor.removed", subject: ["user", userId] });
  return ok({ cookies: answer.headers.getSetCookie() });
}
