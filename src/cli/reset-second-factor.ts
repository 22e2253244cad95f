import type { Tools, Words } from "#src/cli/open-tools.ts";
import { resetSecondFactor } from "#src/modules/base/identity/reset-second-factor.server.ts";
import { SYSTEM } from "#src/platform/context.server.ts";

const REFUSALS = { no_account: "has no account", no_factor: "has no second factor" } as const;

/** Removes an account's second factor: for an owner who can't show a code, and after APP_SECRET was renewed. */
export async function resetFactor({ db }: Tools, { words: [email = ""] }: Words): Promise<number> {
  const ctx = { db: await db(), actor: SYSTEM, now: new Date() };
  // with all that emails stand on, which no other verb needs
  const { notifySecondFactorChanged } = await import("#src/modules/mail/notifications/notify-account.server.ts");
  const reset = await resetSecondFactor(ctx, email, {
    publish: (tx, { payload }) => notifySecondFactorChanged({ ...ctx, locale: "en" }, tx, payload),
  });
  if (!reset.ok) {
    console.error(`${email} ${REFUSALS[reset.reason]}`);
    return 1;
  }
  console.error(
    `${email} signs in with the password alone until a new second factor is set up; sessions ended: ${reset.ended}`,
  );
  return 0;
}
