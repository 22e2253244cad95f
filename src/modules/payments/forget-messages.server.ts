import { KEEP_BODIES_MS } from "#src/modules/payments/rules/inbox.ts";
import { emptyBodiesBefore, emptyBodiesOf } from "#src/modules/payments/store/inbox.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Job: deletes the bodies of old provider messages, which may name the payer. Their references stay. */
export async function forgetOldMessages(ctx: Pick<Context, "db" | "now">): Promise<void> {
  await emptyBodiesBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_BODIES_MS));
}

/** Does the same at once for the payments of bookings, in the transaction that deletes their owner's account. */
export async function forgetMessagesAbout(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await emptyBodiesOf(tx, bookingIds);
}
