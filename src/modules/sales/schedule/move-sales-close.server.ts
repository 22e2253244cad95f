import { moveSalesClose as moveAll } from "#src/modules/sales/schedule/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Sets a crawl's upcoming departures to close sales this many minutes before their start, after the crawl's cutoff changed. */
export async function moveSalesClose(
  ctx: Context,
  tx: Tx,
  { crawlId, minutes }: { crawlId: string; minutes: number },
): Promise<void> {
  await moveAll(statementsOf(tx), crawlId, minutes, ctx.now);
}
