import { fail, ok } from "#src/kernel/result.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { countConfirmations } from "#src/modules/mail/notifications/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

// several people can have access to a booking's page: none of them may flood the booker's mailbox
const RESENDS: Limit = { max: 3, seconds: 3600 };

/**
 * Sends the confirmation with the current tickets again, to the booking's own address. Requires access, three times an hour.
 * Refusals: booking_not_found, not_confirmed, departure_past, too_many_attempts {retry_after}.
 */
export async function resendConfirmation(
  ctx: Context,
  { booking_id: id, token }: { booking_id: string; token: string | null },
) {
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  const booking = (await findBooking(ctx, id, token))!;
  const refused = whatMayChange(booking, ctx.now).resend;
  if (refused) return fail(refused);
  if (!(await mayUse(ctx.pool, [`resend:${id}`], RESENDS, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(RESENDS, ctx.now) });
  await ctx.db.transaction().execute(async (tx) => {
    // the next number; two concurrent requests get the same one and send one email
    const times = await countConfirmations(tx, id);
    await queueEmail(ctx, tx, {
      kind: "booking_confirmation",
      payload: {},
      bookingId: id,
      dedupeKey: `booking.${id}.confirmation.${booking.version}.again.${times}`,
      language: booking.language,
      recipient: booking.private!.email,
    });
    await audit(tx, ctx, { action: "confirmation.sent_again", subject: ["booking", id] });
  });
  return ok({});
}
