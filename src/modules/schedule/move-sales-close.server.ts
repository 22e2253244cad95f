import { moveSalesClose as moveAll } from "#src/modules/schedule/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Lets the sales of a crawl's departures to come close so many minutes before their start, as the crawl says from now on. */
export async function moveSalesClose(
  ctx: Context,
  tx: Tx,
  { crawlId, minutes }: { crawlId: string; minutes: number },
): Promise<void> {
  await moveAll(statementsOf(tx), crawlId, minutes, ctx.now);
}
