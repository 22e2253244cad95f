import type { bookingCancelled, bookingChanged, bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { queueOffers } from "#src/modules/sales/waiting/offer-places.server.ts";
import { endedOffer } from "#src/modules/sales/waiting/rules/turn.ts";
import { endOffer, takeOffer } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Payload<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/** An offer was paid. */
export const endOfferPaid = (ctx: Context, tx: Tx, { bookingId }: Payload<typeof bookingConfirmed>) =>
  takeOffer(tx, bookingId, ctx.now);

/** Places came free, those of an offer among them: whoever is next is offered them. */
export async function passPlacesOn(ctx: Context, tx: Tx, { bookingId, reason }: Payload<typeof bookingCancelled>) {
  await endOffer(tx, bookingId, endedOffer(reason), ctx.now);
  await queueOffers(ctx, tx, bookingId);
}

/** A change may have left places of its night. */
export const passChangeOn = (ctx: Context, tx: Tx, { bookingId, version }: Payload<typeof bookingChanged>) =>
  queueOffers(ctx, tx, `${bookingId}.${version}`);
