import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { daysToLookAt, isDue, REMINDERS, windowOf } from "#src/modules/mail/notifications/rules/reminders.ts";
import {
  bookingsToRemind,
  nightsBetween,
  reminderKey,
} from "#src/modules/mail/notifications/store/reminders.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Job: queues the reminders that are due, one for each booking and date. Idempotent, and safe to run concurrently; what is
 * cancelled or moved by the time it leaves is withheld then (`whyNotReminded`).
 */
export async function queueReminders(ctx: Context): Promise<void> {
  const { scheduled } = await storedSettings(ctx);
  const nights = await nightsBetween(ctx.db, daysToLookAt(ctx.now));
  const due = REMINDERS.flatMap((kind) =>
    nights.flatMap((night) => (isDue(kind, night, scheduled, ctx.now) ? [{ kind, night }] : [])),
  );
  const nightOf = {
    event: "reminders.not_queued",
    about: ({ kind, night }: (typeof due)[number]) => ({ kind, night: night.id }),
  };
  await eachInTurn(due, nightOf, async ({ kind, night }) => {
    const { from: since } = windowOf(kind, night, scheduled);
    const guests = await bookingsToRemind(ctx.db, { departureId: night.id, kind, since });
    const guestOf = {
      event: "reminder.not_queued",
      about: ({ id }: (typeof guests)[number]) => ({ kind, booking: id }),
    };
    await eachInTurn(guests, guestOf, ({ id, email, language }) =>
      ctx.db.transaction().execute((tx) =>
        queueEmail(ctx, tx, {
          kind,
          payload: { date: night.date },
          bookingId: id,
          dedupeKey: reminderKey(id, kind, night.date),
          language: language === "es" ? "es" : "en",
          recipient: email,
        }),
      ),
    );
  });
}
