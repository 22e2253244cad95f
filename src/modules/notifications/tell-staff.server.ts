import type { bookingPlacedLate } from "#src/modules/booking/facts.ts";
import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import type { MailKind, MailPayload } from "#src/modules/notifications/schema.ts";
import { languagesOf } from "#src/modules/notifications/store.server.ts";
import type { paymentNeedsReview } from "#src/modules/payments/facts.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Handlers of facts: each queues a mail to every address of ADMIN_EMAILS, in the language of that person's account.

/** A payment that only a person can decide. Told once per payment and reason. */
export const tellPaymentReview = (
  ctx: Context,
  tx: Tx,
  { bookingId, paymentId, reason }: ReturnType<typeof paymentNeedsReview>["payload"],
) =>
  tellAll(ctx, tx, bookingId, {
    kind: "staff_payment_review",
    key: `payment.${paymentId}.${reason}`,
    payload: { paymentId, reason },
  });

/** A booking beyond the total, within the late tolerance. */
export const tellLateTolerance = (
  ctx: Context,
  tx: Tx,
  { bookingId }: ReturnType<typeof bookingPlacedLate>["payload"],
) => tellAll(ctx, tx, bookingId, { kind: "staff_late_tolerance", key: `booking.${bookingId}.tolerance`, payload: {} });

async function tellAll<K extends MailKind>(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  { kind, key, payload }: { kind: K; key: string; payload: MailPayload<K> },
): Promise<void> {
  const addresses = ctx.settings.ADMIN_EMAILS;
  const spoken = new Map((await languagesOf(tx, addresses)).map((row) => [row.email, row.language]));
  for (const recipient of addresses) {
    const language = spoken.get(recipient) === "es" ? "es" : "en";
    await queueEmail(ctx, tx, { kind, dedupeKey: `${key}.${recipient}`, language, recipient, bookingId, payload });
  }
}
