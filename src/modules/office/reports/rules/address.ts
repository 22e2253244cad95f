import type { Report } from "#src/modules/office/reports/schema.ts";
import { type Chart, CHARTS } from "#src/modules/office/reports/schema.ts";

type Shown = Pick<Report, "basis" | "city" | "partner" | "period" | "asked"> & { table: Chart | null };
type Change = Partial<{
  period: string;
  basis: Report["basis"];
  city: string | null;
  partner: string | null;
  currency: Report["currency"];
  table: Chart | null;
}>;

/** The dashboard's query with `change` applied: `?period=90d&city=oaxaca`; defaults are omitted. */
export function queryOf(view: Shown, change: Change = {}): string {
  const partner = view.partner?.id ?? null;
  const wish = { basis: view.basis, city: view.city, partner, currency: view.asked, table: view.table, ...change };
  const period = change.period ?? view.period.name;
  const pairs = [
    ...(period === "custom"
      ? ([
          ["from", view.period.from],
          ["to", view.period.to],
        ] as const)
      : []),
    ["period", period === "custom" || period === "30d" ? null : period],
    ["by", wish.basis === "service" ? "service" : null],
    ["city", wish.city],
    ["partner", wish.partner],
    ["currency", wish.currency],
    ["table", wish.table],
  ] as const;
  const query = new URLSearchParams(pairs.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size > 0 ? `?${query.toString()}` : "";
}

export const chartOf = (text: string | null): Chart | null => CHARTS.find((chart) => chart === text) ?? null;
