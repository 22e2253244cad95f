import type { Money } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";
import type { Report } from "#src/modules/office/reports/schema.ts";

/** What a report's revenue counts, and what it doesn't. Its sums are kept by a job: the list beside it is what adds up to it. */
export const whyRevenue = (amount: Money, basis: Report["basis"]): Why => ({
  amount,
  steps: [{ text: `reports.revenueIs.${basis}` }, { text: "why-admin.report.left" }],
});

/** The list of the bookings that a report is about. */
export const bookingsOf = ({
  basis,
  city,
  period,
  partner,
}: Pick<Report, "basis" | "city" | "period" | "partner">): string => {
  const days = `/admin/bookings?${basis === "sale" ? "sold" : "night"}=${period.from}..${period.to}`;
  return [days, city && `city=${city}`, partner && `partner=${partner.id}`].filter(Boolean).join("&");
};

/** What tonight's sums count. */
export const whyTonight = (amount: Money): Why => ({ amount, steps: [{ text: "why-admin.tonight" }] });
