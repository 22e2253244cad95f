import type { DayCount } from "#src/modules/sales/funnel/rules/visit.ts";
import { countsBetween } from "#src/modules/sales/funnel/store.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What was counted of the steps on some days (YYYY-MM-DD, both included). For staff: the caller checks permissions. */
export const stepsBetween = (
  ctx: Pick<Context, "db" | "settings">,
  days: { from: string; to: string },
): Promise<DayCount[]> => countsBetween(ctx.db, { ...days, test: practises(ctx) });
