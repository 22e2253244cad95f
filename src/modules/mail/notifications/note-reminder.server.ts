import { QUESTION_VERSION } from "#src/modules/mail/notifications/rules/unfinished.ts";
import { dropReminder, insertReminder } from "#src/modules/mail/notifications/store/unfinished.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";
import { log } from "#src/platform/log.server.ts";

// of a network (IPv4 /24, IPv6 /48): nobody can have us write to many strangers, whose addresses anybody can type
const WISHES: Act = { name: "reminder", limit: { max: 5, seconds: 24 * 3600 }, wider: [1, 1] };

/**
 * Notes whether the guest of a booking wants one email if they don't finish it, or no longer. Public; the caller has placed the
 * booking. Beyond a few a day from one network the wish isn't noted. Never fails: a booking doesn't depend on it.
 */
export async function noteReminder(
  ctx: Pick<Context, "db" | "pool" | "now" | "secret" | "actor">,
  bookingId: string,
  isOn: boolean,
): Promise<void> {
  try {
    if (!isOn) return void (await dropReminder(ctx.db, bookingId));
    if (!(await mayDo(ctx, WISHES))) return;
    await insertReminder(ctx.db, bookingId, { version: QUESTION_VERSION, at: ctx.now });
  } catch (error) {
    log("warn", "reminder.not_noted", { booking: bookingId, error: String(error) });
  }
}
