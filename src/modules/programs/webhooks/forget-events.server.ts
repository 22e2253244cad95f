import { dropEventsBefore, dropOldNights } from "#src/modules/programs/webhooks/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** For how long it can be looked up, and sent again, what other systems were told. */
const DAYS_KEPT = 30;

/** Job: deletes what other systems were told more than thirty days ago, and what was told of nights that are over. */
export async function forgetEvents({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  await dropEventsBefore(db, new Date(now.getTime() - DAYS_KEPT * 86_400_000));
  await dropOldNights(db, new Date(now.getTime() - 2 * 86_400_000));
}
