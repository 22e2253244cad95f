import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isBookingEmail, isSentOnce } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { type QueuedEmail, queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { readSubject, whyWithheld } from "#src/modules/mail/notifications/read-subject.server.ts";
import { guestEmail } from "#src/modules/mail/notifications/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sends a booking's email again, as a new version with current content, to the booking's current address. `key` makes it
 * idempotent. Requires permission to change bookings. Refusals: forbidden, email_not_found, email_untrue (no longer true),
 * email_nobody (the guest's data was deleted).
 */
export async function resendEmail(ctx: Context, { booking_id: bookingId, email_id: id, key }: ResendInput) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const email = isUuid(id) && isUuid(bookingId) ? await guestEmail(ctx.db, bookingId, id) : undefined;
  if (!email || !isBookingEmail(email.kind) || isSentOnce(email.kind)) return fail("email_not_found");
  if (whyWithheld(await readSubject(ctx, email))) return fail("email_untrue");
  return ctx.db.transaction().execute(async (tx) => {
    const { email: recipient, language } = await lockBooking(tx, bookingId);
    if (recipient === "") return fail("email_nobody");
    const isNew = await queueEmail(ctx, tx, {
      kind: email.kind,
      payload: email.payload,
      bookingId,
      dedupeKey: `${email.dedupe_key.replace(/\.again\.[\w-]+$/, "")}.again.${key}`,
      language: language === "es" ? "es" : "en",
      recipient,
    } as QueuedEmail);
    if (!isNew) return ok({});
    await audit(tx, ctx, {
      action: "email.sent_again",
      subject: ["booking", bookingId],
      changes: { kind: [null, email.kind] },
    });
    return ok({});
  });
}
type ResendInput = { booking_id: string; email_id: string; key: string };
