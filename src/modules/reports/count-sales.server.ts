import { OVERLAP_MS, runsOf } from "#src/modules/reports/rules/counting.ts";
import { BASES } from "#src/modules/reports/schema.ts";
import {
  allDays,
  countedUntil,
  databaseTime,
  noteCounted,
  recount,
  touchedSince,
} from "#src/modules/reports/store/sales.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: counts anew what was sold on the days that have changed since the last count, a stretch of days at a time. Safe to run twice,
 * also at once. With `whole`, and the first time, every day is counted: what was counted wrongly doesn't stay so longer than a night.
 */
export async function countSales(ctx: Pick<Context, "db">, { whole = false } = {}): Promise<void> {
  const now = await databaseTime(ctx.db);
  const until = whole ? null : await countedUntil(ctx.db);
  const days = until ? await touchedSince(ctx.db, new Date(+until - OVERLAP_MS)) : await allDays(ctx.db);
  for (const basis of BASES)
    for (const run of runsOf(days[basis])) await ctx.db.transaction().execute((tx) => recount(tx, basis, run));
  await noteCounted(ctx.db, now);
}
