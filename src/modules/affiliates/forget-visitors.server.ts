import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { forgetTracesBefore } from "#src/modules/affiliates/store/partners.server.ts";
import { forgetVisitorsBefore } from "#src/modules/affiliates/store/visits.server.ts";
import { forgetReportsBefore } from "#src/modules/affiliates/store/widgets.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long visits can be linked to one visitor: as long as a captured code is valid. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

/** How long it is known from where a partner looked at their page, which they may do but once a month, and on which sites a widget was. */
const KEEP_LONGER_MS = 3 * KEEP_MS;

/** Job: anonymizes visits, scans and choices older than 30 days, whose count stays; forgets where partners and widgets were 90 days ago. */
export async function forgetVisitors(ctx: Pick<Context, "db" | "now">): Promise<void> {
  await forgetVisitorsBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_MS));
  const before = new Date(ctx.now.getTime() - KEEP_LONGER_MS);
  await forgetTracesBefore(ctx.db, before);
  await forgetReportsBefore(ctx.db, dateIn(before, HOME_ZONE));
}
