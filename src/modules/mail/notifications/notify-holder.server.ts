import type { codeAsked } from "#src/modules/sales/booking/events.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** The code that a guest needs to book now. Once per mailbox and quarter of an hour, however often it is asked for. */
export async function notifyCode(ctx: Context, tx: Tx, asked: ReturnType<typeof codeAsked>["payload"]): Promise<void> {
  const { email: recipient, language, key: dedupeKey, token, until } = asked;
  await queueEmail(ctx, tx, {
    kind: "booking_code",
    payload: { token, until },
    bookingId: null,
    dedupeKey,
    language,
    recipient,
  });
}
