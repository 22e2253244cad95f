import { KEEP_BODIES_MS } from "#src/modules/payments/rules/inbox.ts";
import { emptyBodiesBefore, emptyBodiesOf } from "#src/modules/payments/store/inbox.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Job: forgets what old messages of providers said in full, for it may name whoever paid. What they were about stays. */
export async function forgetOldMessages(ctx: Pick<Context, "db" | "now">): Promise<void> {
  await emptyBodiesBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_BODIES_MS));
}

/** The same at once for the payments of bookings, in the transaction that deletes their owner's account. */
export async function forgetMessagesAbout(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await emptyBodiesOf(tx, bookingIds);
}
