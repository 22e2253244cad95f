import { booksDiffer } from "#src/modules/payments/events.ts";
import {
  differencesNow,
  markTold,
  untoldBookings,
  writeLedgerCheck,
} from "#src/modules/payments/store/ledger-check.server.ts";
import type { Context } from "#src/platform/context.server.ts";

// A bug that touches every booking must not become a flood of emails: the rest is told by the next check.
const TOLD_AT_ONCE = 20;

/**
 * Job: checks that the books say what bookings, payments, refunds and disputes say. What differs is kept and told to staff once;
 * nothing is corrected by itself. Gives how many differences there are.
 */
export async function checkLedger(ctx: Context): Promise<number> {
  const found = await differencesNow(ctx.db);
  await ctx.db.transaction().execute(async (tx) => {
    await writeLedgerCheck(tx, ctx.now, found);
    for (const bookingId of await untoldBookings(tx, TOLD_AT_ONCE)) {
      const [first] = await markTold(tx, bookingId, ctx.now);
      if (first) await ctx.publish(ctx, tx, booksDiffer({ bookingId, key: first }));
    }
  });
  return found.length;
}
