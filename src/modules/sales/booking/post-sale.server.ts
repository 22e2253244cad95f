import type { Currency } from "#src/kernel/money.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Runs in the transaction that confirms a booking: posts its sale to the ledger (total in minor units), once; once more for each
 * `version` in which it is sold again.
 */
export const postSale = (
  ctx: Context,
  tx: Tx,
  booking: { id: string; total_price: number; currency: string; test: boolean },
  version?: number,
): Promise<void> =>
  postEntries(tx, ctx.now, { purchaseId: booking.id, test: booking.test }, [
    {
      key: `booking:${booking.id}:sold${version === undefined ? "" : `:${version}`}`,
      kind: "sold",
      amount: booking.total_price,
      currency: booking.currency as Currency,
    },
  ]);
