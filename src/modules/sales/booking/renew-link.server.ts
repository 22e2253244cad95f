import { renewLinkOf } from "#src/modules/sales/booking/store/booking.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Runs in the caller's transaction, which checks permissions and mails the new link: every earlier link of the booking ends, and
 * the new one opens it for the operator's days from now, at least until those after its night.
 */
export const renewLink = (ctx: Pick<Context, "now">, tx: Tx, bookingId: string): Promise<void> =>
  renewLinkOf(tx, bookingId, ctx.now);
