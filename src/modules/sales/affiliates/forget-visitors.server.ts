import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { forgetTracesBefore } from "#src/modules/sales/affiliates/store/partners.server.ts";
import { forgetVisitorsBefore } from "#src/modules/sales/affiliates/store/visits.server.ts";
import { forgetReportsBefore } from "#src/modules/sales/affiliates/store/widgets.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Anonymizes visits, scans and choices from before an instant; their count stays. */
export const forgetVisitors = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  forgetVisitorsBefore(db, before);

/** Forgets where partners looked at their page before an instant, which they may do but once a month, and on which sites a widget was. */
export async function forgetTraces({ db }: Pick<Context, "db">, before: Date): Promise<void> {
  await forgetTracesBefore(db, before);
  await forgetReportsBefore(db, dateIn(before, HOME_ZONE));
}
