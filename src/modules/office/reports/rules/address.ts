import { choice, choiceOr, day, id, inRole, listAddress, matching, type ValuesOf } from "#src/kernel/list-address.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { PERIODS } from "#src/kernel/period.ts";
import { BASES, CHARTS } from "#src/modules/office/reports/schema.ts";

/** The address of the dashboard: its days, whose sales it counts, the chart that is shown as a table; `chart` names that of a file. */
export const REPORT_ADDRESS = listAddress({
  from: inRole("layout", day()),
  to: inRole("layout", day()),
  period: inRole("layout", choiceOr(PERIODS, "30d")),
  by: inRole("layout", choiceOr(BASES, "sale")),
  city: matching((text) => text !== "" && text.length <= 80),
  partner: id(),
  currency: inRole("layout", choice(CURRENCIES)),
  table: inRole("aspect", choice(CHARTS)),
  chart: inRole("panel", choice(CHARTS)),
});
export type ReportQuery = ValuesOf<typeof REPORT_ADDRESS>;

/** The change to a named period: no days of one's own. */
export const inPeriod = (period: ReportQuery["period"]): Partial<ReportQuery> => ({ period, from: null, to: null });
