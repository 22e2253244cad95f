import { dropExpired } from "#src/modules/identity/store.server.ts";
import { dropOldTries } from "#src/modules/identity/store/tries.server.ts";
import { storedSettings } from "#src/modules/settings/queries.server.ts";
import { purgeAccessLog } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Job: deletes what the access log needn't keep any longer (setting `access_log_days`), forgotten attempts and expired sessions. */
export async function purgeAccess(ctx: Context): Promise<void> {
  await purgeAccessLog(ctx.db, (await storedSettings(ctx)).accessLogDays, ctx.now);
  await dropOldTries(ctx.db, ctx.now);
  await dropExpired(ctx.db, ctx.now);
}
