import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { addressHash } from "#src/modules/notifications/grant-optout.server.ts";
import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import { forgottenBefore, lapsedBetween } from "#src/modules/notifications/rules/unfinished.ts";
import {
  dropRemindersBefore,
  lapsedUnfinished,
  takeReminder,
} from "#src/modules/notifications/store/unfinished.server.ts";
import { storedSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: queues one email for each booking that lapsed unpaid and whose guest had asked for it, and at most one a day for an
 * address: anybody can type anybody's. Idempotent, and safe to run concurrently. Whether there are places is asked when it leaves.
 */
export async function queueUnfinished(ctx: Context): Promise<void> {
  await dropRemindersBefore(ctx.db, forgottenBefore(ctx.now));
  const { unfinished } = (await storedSettings(ctx)).scheduled;
  if (!unfinished.on) return;
  for (const { id, email, language } of await lapsedUnfinished(ctx.db, lapsedBetween(unfinished.minutes, ctx.now))) {
    const hash = await addressHash(ctx, email);
    await ctx.db.transaction().execute(async (tx) => {
      if (!(await takeReminder(tx, id, ctx.now))) return;
      await queueEmail(ctx, tx, {
        kind: "checkout_unfinished",
        payload: {},
        bookingId: id,
        dedupeKey: `unfinished.${hash}.${dateIn(ctx.now, HOME_ZONE)}`,
        language: language === "es" ? "es" : "en",
        recipient: email,
      });
    });
  }
}
