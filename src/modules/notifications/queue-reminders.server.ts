import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import { daysToLookAt, isDue, REMINDERS, windowOf } from "#src/modules/notifications/rules/reminders.ts";
import { bookingsToRemind, nightsBetween, reminderKey } from "#src/modules/notifications/store/reminders.server.ts";
import { storedSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: queues the reminders that are due, one for each booking and date. Idempotent, and safe to run concurrently; what is
 * cancelled or moved by the time it leaves is withheld then (`whyNotReminded`).
 */
export async function queueReminders(ctx: Context): Promise<void> {
  const { scheduled } = await storedSettings(ctx);
  const nights = await nightsBetween(ctx.db, daysToLookAt(ctx.now));
  for (const kind of REMINDERS)
    for (const night of nights) {
      if (!isDue(kind, night, scheduled, ctx.now)) continue;
      const { from: since } = windowOf(kind, night, scheduled);
      await ctx.db.transaction().execute(async (tx) => {
        for (const { id, email, language } of await bookingsToRemind(tx, { departureId: night.id, kind, since }))
          await queueEmail(ctx, tx, {
            kind,
            payload: { date: night.date },
            bookingId: id,
            dedupeKey: reminderKey(id, kind, night.date),
            language: language === "es" ? "es" : "en",
            recipient: email,
          });
      });
    }
}
