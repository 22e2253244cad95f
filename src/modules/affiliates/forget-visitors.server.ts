import { forgetVisitorsBefore } from "#src/modules/affiliates/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** How long it is known which visits were one visitor's: as long as a captured code counts. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

/** Job: takes away who it was from visits and scans that are older than 30 days; their number stays. */
export const forgetVisitors = (ctx: Pick<Context, "db" | "now">): Promise<void> =>
  forgetVisitorsBefore(ctx.db, new Date(ctx.now.getTime() - KEEP_MS));
