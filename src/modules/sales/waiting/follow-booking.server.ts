import type { bookingCancelled, bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { queueOffers } from "#src/modules/sales/waiting/offer-places.server.ts";
import { endedOffer } from "#src/modules/sales/waiting/rules/turn.ts";
import { endOffer, takeOffer } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Payload<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/** An offer was paid. */
export const endOfferPaid = (ctx: Context, tx: Tx, { bookingId }: Payload<typeof bookingConfirmed>) =>
  takeOffer(tx, bookingId, ctx.now);

/** Places came free, possibly those of an offer: they are offered to the next entry. */
export async function passPlacesOn(ctx: Context, tx: Tx, { bookingId, reason }: Payload<typeof bookingCancelled>) {
  await endOffer(tx, bookingId, endedOffer(reason), ctx.now);
  await queueOffers(ctx, tx, bookingId);
}

/** A friends' table is closed or smaller: what it kept is offered to the list. */
export const passTableOn = (ctx: Context, tx: Tx, { bookingId }: { bookingId: string }) =>
  queueOffers(ctx, tx, `table.${bookingId}`);

/** A change may have left places of its night. */
export const passChangeOn = (ctx: Context, tx: Tx, { bookingId, version }: { bookingId: string; version: number }) =>
  queueOffers(ctx, tx, `${bookingId}.${version}`);
