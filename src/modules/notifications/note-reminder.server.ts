import { QUESTION_VERSION } from "#src/modules/notifications/rules/unfinished.ts";
import { insertReminder } from "#src/modules/notifications/store/unfinished.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * Notes that the guest of a booking asked for one email if they don't finish it. Public; the caller has placed the booking. Never
 * fails: a booking doesn't depend on it.
 */
export async function noteReminder(ctx: Pick<Context, "db" | "now">, bookingId: string): Promise<void> {
  try {
    await insertReminder(ctx.db, bookingId, { version: QUESTION_VERSION, at: ctx.now });
  } catch (error) {
    log("warn", "reminder.not_noted", { booking: bookingId, error: String(error) });
  }
}
