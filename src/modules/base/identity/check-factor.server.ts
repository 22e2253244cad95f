import { secondFactorOf } from "#src/modules/base/identity/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Whether no code can be checked anymore, because the user's second factor was set up under another APP_SECRET: only a reset
 * (reset-second-factor) mends that. For when the library has failed at a code.
 */
export async function isFactorLost(ctx: Context, userId: string): Promise<boolean> {
  const factor = await secondFactorOf(ctx.db, userId);
  if (!factor) return false;
  const { canDecrypt } = await import("#src/platform/auth.server.ts"); // loaded by now; public pages never pay for it
  const isLost = !(await canDecrypt(ctx.secret, factor.secret));
  if (isLost) log("warn", "second_factor.lost", { hint: "npm run ronda -- reset-second-factor EMAIL" });
  return isLost;
}
