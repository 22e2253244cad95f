import { addressHash } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { lapsedBetween, notSince } from "#src/modules/mail/notifications/rules/unfinished.ts";
import {
  bookedOtherwise,
  isWrittenTo,
  lapsedUnfinished,
  takeReminder,
  unfinishedKey,
} from "#src/modules/mail/notifications/store/unfinished.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Job: queues one email for each booking that lapsed unpaid and whose guest had asked for it, and at most one a week and one for a
 * night to a mailbox: anybody can type anybody's. A wish waits while its guest holds other places of that date. Idempotent, and
 * safe to run concurrently. Whether there are places is asked when it leaves.
 */
export async function queueUnfinished(ctx: Context): Promise<void> {
  const { unfinished } = (await storedSettings(ctx)).scheduled;
  if (!unfinished.on) return;
  const lapsed = await lapsedUnfinished(ctx.db, lapsedBetween(unfinished.minutes, ctx.now));
  const naming = { event: "unfinished.not_queued", about: ({ id }: (typeof lapsed)[number]) => ({ booking: id }) };
  await eachInTurn(lapsed, naming, async ({ id, email, language }) => {
    if ((await bookedOtherwise(ctx.db, id, ctx.now)).isHeld) return;
    const mailbox = await addressHash(ctx, email);
    await ctx.db.transaction().execute(async (tx) => {
      if (await isWrittenTo(tx, { mailbox, bookingId: id, since: notSince(ctx.now) })) return;
      if (!(await takeReminder(tx, id, ctx.now))) return;
      await queueEmail(ctx, tx, {
        kind: "checkout_unfinished",
        payload: {},
        bookingId: id,
        dedupeKey: unfinishedKey(mailbox, id),
        language: language === "es" ? "es" : "en",
        recipient: email,
      });
    });
  });
}
