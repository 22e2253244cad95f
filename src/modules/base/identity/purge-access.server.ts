import { dropExpired, dropUnconfirmed } from "#src/modules/base/identity/store.server.ts";
import { dropOldTries } from "#src/modules/base/identity/store/tries.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { purgeAccessLog } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long a sign-up may stay unconfirmed: its link is long over, and the address needn't be kept. */
const UNCONFIRMED_DAYS = 30;

/**
 * Job: deletes what the access log needn't keep any longer (setting `access_log_days`), forgotten attempts, expired sessions and
 * accounts that were never confirmed.
 */
export async function purgeAccess(ctx: Context): Promise<void> {
  await purgeAccessLog(ctx.db, (await storedSettings(ctx)).accessLogDays, ctx.now);
  await dropOldTries(ctx.db, ctx.now);
  await dropExpired(ctx.db, ctx.now);
  const before = new Date(ctx.now.getTime() - UNCONFIRMED_DAYS * 86_400_000);
  await dropUnconfirmed(ctx.db, ctx, { before, keep: ctx.settings.ADMIN_EMAILS });
}
