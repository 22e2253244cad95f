import { forgetVisitorsBefore } from "#src/modules/affiliates/store/visits.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long visits can be linked to one visitor: as long as a captured code is valid. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

/** Job: anonymizes visits and scans older than 30 days; their count stays. */
export const forgetVisitors = (ctx: Pick<Context, "db" | "now">): Promise<void> =>
  forgetVisitorsBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_MS));
