import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { createDepartures } from "#src/modules/sales/schedule/create-departures.server.ts";
import { termsOf } from "#src/modules/sales/schedule/queries.server.ts";
import { departureById } from "#src/modules/sales/schedule/store/admin.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Copies a departure to another date, outside any series and with nothing sold. Refusals: forbidden, departure_not_found, and
 * those of `createDepartures`.
 */
export async function duplicateDeparture(ctx: Context, { id, date }: { id: string; date: string }, key: string) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const row = await departureById(ctx.db, ctx, id);
  if (!row) return fail("departure_not_found");
  const terms = { ...termsOf(row), date };
  return createDepartures(ctx, { crawl_id: row.crawl_id, terms, recurrence: null, skip: [] }, { key, expected: 1 });
}
