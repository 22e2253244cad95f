import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import { renewLink } from "#src/modules/sales/booking/renew-link.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Emails a guest the link to their booking, to pay or to manage it. `isNew`: a new link, which ends every earlier one. `key` makes
 * it idempotent. Requires permission to change bookings. Refusals: forbidden, booking_not_found, email_nobody (the guest's data was deleted).
 */
export async function sendLink(
  ctx: Context,
  { booking_id: id, key, isNew: isRenewed = false }: { booking_id: string; key: string; isNew?: boolean },
) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  if (!isUuid(id) || !(await bookingState(ctx, id))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const { email: recipient, language } = await lockBooking(tx, id);
    if (recipient === "") return fail("email_nobody");
    const isNew = await queueEmail(ctx, tx, {
      kind: "booking_link",
      payload: {},
      bookingId: id,
      dedupeKey: `booking.${id}.link.${key}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
    if (isNew && isRenewed) await renewLink(ctx, tx, id);
    if (isNew)
      await audit(tx, ctx, {
        action: isRenewed ? "booking.link_renewed" : "booking.link_sent",
        subject: ["booking", id],
      });
    return ok({});
  });
}
