import type { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { purchaseOf } from "#src/modules/partners/measurement/rules/purchase.ts";
import { consentOfBooking } from "#src/modules/partners/measurement/store/consents.server.ts";
import { insertEvent, purchasedBooking } from "#src/modules/partners/measurement/store/events.server.ts";
import { siteOfHost } from "#src/kernel/site.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/**
 * Event handler: queues the purchase for Meta in the transaction that confirms the booking, if it was made with consent that
 * stands, and a pixel and an access token are configured. Test bookings are reported only as test events.
 */
export async function queuePurchase(
  ctx: Context,
  tx: Tx,
  { bookingId }: ReturnType<typeof bookingConfirmed>["payload"],
): Promise<void> {
  const { META_ACCESS_TOKEN: token, META_TEST_EVENT_CODE: testCode } = ctx.settings;
  if (!token) return;
  const consent = await consentOfBooking(tx, bookingId);
  if (!consent || consent.withdrawn) return;
  const booking = await purchasedBooking(tx, bookingId);
  if (!booking?.has_pixel || (booking.test && !testCode)) return;
  const payload = purchaseOf({
    eventId: eventIdOf(ctx, bookingId),
    at: ctx.now,
    origin: originOf(ctx, booking.site_tag),
    total: { amount: booking.total_price, currency: booking.currency },
  });
  await insertEvent(tx, { bookingId, payload, at: ctx.now });
}

/** One id per booking, from which nobody learns the booking's own. */
const eventIdOf = ({ secret }: Pick<Context, "secret">, bookingId: string) =>
  `purchase.${sign(secret, "ad-event", bookingId)}`;

const originOf = ({ settings }: Pick<Context, "settings">, site: string) =>
  settings.SITE_ORIGINS.find((origin) => siteOfHost(new URL(origin).host) === site) ?? settings.BASE_URL;
