import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { toString as drawQr } from "qrcode";
import { fail, ok } from "#src/kernel/result.ts";
import { askAuth, type Browser, refusedBy } from "#src/modules/base/identity/ask-auth.server.ts";
import { checkCode, isFirstUse } from "#src/modules/base/identity/check-code.server.ts";
import { checkPassword } from "#src/modules/base/identity/check-password.server.ts";
import { keepOnly } from "#src/modules/base/identity/renew-session.server.ts";
import type { SecondFactorSetup } from "#src/modules/base/identity/rules/profile-forms.ts";
import type { ConfirmWithCode } from "#src/modules/base/identity/schema.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";

// These are for the signed-in user, who must know the password. The codes are shown once: only their hashes, or what only the
// library can decrypt, are stored.

/**
 * Begins to set up a second factor, which is active once a code has been confirmed. Refuses: no_user, wrong_password,
 * too_many_attempts, already_on, …
 */
export async function startSecondFactor(ctx: RequestContext, password: string, browser: Browser) {
  const check = await checkPassword(ctx, password, browser.cookie);
  if (!check.ok) return check;
  const answer = await askAuth(ctx, "/two-factor/enable", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] };
  const { brand } = await appSettings(ctx);
  return ok({ setup: await setupOf(issuedBy(totpURI, brand), backupCodes) });
}

/** The library's address for an authenticator app, under the operator's name: the app shows it beside the code. */
function issuedBy(uri: string, brand: string): string {
  const account = decodeURIComponent(URL.parse(uri)?.pathname ?? "").replace(/^.*?:/, "");
  const query = new URLSearchParams(URL.parse(uri)?.search);
  query.set("issuer", brand);
  return `otpauth://totp/${encodeURIComponent(`${brand}:${account}`)}?${query}`;
}

/** What a setup shows, from the library's response (or what the page posts back after a wrong code). */
export async function setupOf(uri: string, codes: string[]): Promise<SecondFactorSetup> {
  const svg = await drawQr(uri, { type: "svg", margin: 2 });
  const secret = URL.parse(uri)?.searchParams.get("secret") ?? "";
  return { uri, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, secret, codes };
}

/**
 * Activates the second factor: a code proves that the app has it. All sessions of the account end; the cookies carry a new one,
 * the only one that has passed a code. Refuses: no_user, code_wrong, …
 */
export async function confirmSecondFactor(ctx: RequestContext, code: string, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const answer = await askAuth(ctx, "/two-factor/verify-totp", { body: { code }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  await isFirstUse(ctx, userId, code); // so that it opens no session besides
  const cookies = answer.headers.getSetCookie();
  await keepOnly(ctx, userId, cookies);
  await audit(ctx.db, ctx, { action: "second_factor.set_up", subject: ["user", userId] });
  return ok({ cookies });
}

/**
 * Replaces the recovery codes; takes a code, because each of the new ones is one. Refuses: no_user, wrong_password, code_wrong,
 * too_many_attempts, not_saved.
 */
export async function renewRecoveryCodes(ctx: RequestContext, { password, code }: ConfirmWithCode, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const proven = await proveOwner(ctx, { password, code }, browser);
  if (!proven.ok) return proven;
  const answer = await askAuth(ctx, "/two-factor/generate-backup-codes", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  const { backupCodes } = (await answer.json()) as { backupCodes: string[] };
  await audit(ctx.db, ctx, { action: "second_factor.codes_renewed", subject: ["user", userId] });
  return ok({ codes: backupCodes });
}

/**
 * Removes the second factor. All sessions of the account end; the cookies carry a new one. Refuses: no_user, wrong_password,
 * code_wrong, too_many_attempts, not_saved.
 */
export async function removeSecondFactor(ctx: RequestContext, { password, code }: ConfirmWithCode, browser: Browser) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const proven = await proveOwner(ctx, { password, code }, browser);
  if (!proven.ok) return proven;
  const answer = await askAuth(ctx, "/two-factor/disable", { body: { password }, ...browser });
  if (!answer.ok) return fail(await refusedBy(answer));
  const cookies = answer.headers.getSetCookie();
  await keepOnly(ctx, userId, cookies);
  await audit(ctx.db, ctx, { action: "second_factor.removed", subject: ["user", userId] });
  return ok({ cookies });
}

/** The password first: a recovery code works once, and must not be spent for nothing. */
async function proveOwner(ctx: RequestContext, { password, code }: ConfirmWithCode, browser: Browser) {
  const check = await checkPassword(ctx, password, browser.cookie);
  return check.ok ? checkCode(ctx, code, browser) : check;
}
