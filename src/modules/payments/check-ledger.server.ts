import { booksDiffer, tillsDiffer } from "#src/modules/payments/events.ts";
import {
  differencesNow,
  markTold,
  untoldBookings,
  writeLedgerCheck,
} from "#src/modules/payments/store/ledger-check.server.ts";
import type { Context } from "#src/platform/context.server.ts";

// A bug that touches every booking must not cause a flood of emails: the next check reports the rest.
const TOLD_AT_ONCE = 20;

/**
 * Job: checks the ledger against bookings, payments, refunds, disputes and tills. Stores each difference and notifies staff of it once;
 * corrects nothing. Returns the number of differences.
 */
export async function checkLedger(ctx: Context): Promise<number> {
  const found = await differencesNow(ctx.db);
  await ctx.db.transaction().execute(async (tx) => {
    await writeLedgerCheck(tx, ctx.now, found);
    for (const bookingId of await untoldBookings(tx, TOLD_AT_ONCE)) {
      const [first] = await markTold(tx, bookingId, ctx.now);
      if (first) await ctx.publish(ctx, tx, booksDiffer({ bookingId, key: first }));
    }
    const [ofTills] = await markTold(tx, null, ctx.now);
    if (ofTills) await ctx.publish(ctx, tx, tillsDiffer({ key: ofTills }));
  });
  return found.length;
}
