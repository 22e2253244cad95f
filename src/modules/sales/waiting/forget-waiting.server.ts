import { emptyEntriesOf, emptyOver, entriesOfAddress } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

const DAY_MS = 24 * 3_600_000;

/** Empties who waited for nights that ended a day ago: nobody is offered anything anymore. */
export const forgetWaiting = (ctx: Pick<Context, "db" | "now">): Promise<void> =>
  inPortions(() => emptyOver(ctx.db, new Date(ctx.now.getTime() - DAY_MS), PORTION));

/** Takes an address off every list, and out of it, in the caller's transaction. The caller checks permissions. */
export async function forgetWaiter(tx: Tx, email: string | null, now: Date): Promise<void> {
  if (email) await emptyEntriesOf(tx, email, now);
}

/** What is stored of an address on waiting lists. The caller checks whose it is. */
export const storedWaiting = async ({ db }: Pick<Context, "db">, email: string | null) =>
  email ? entriesOfAddress(db, email) : [];
