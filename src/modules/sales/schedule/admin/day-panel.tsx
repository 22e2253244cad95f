import { Plus } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { DepartureRows } from "#src/modules/sales/schedule/admin/agenda.tsx";
import { type AdminQuery, hrefOf } from "#src/modules/sales/schedule/rules/admin.ts";
import { dayAfter } from "#src/modules/sales/schedule/rules/recurrence.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";

type DayPanelProps = {
  date: string;
  query: AdminQuery;
  departures: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
  today: string;
  may: boolean;
};

/** One day next to the calendar: its departures with their seats, and links to other days. */
export function DayPanel({ date, query, departures, crawls, today, may }: DayPanelProps) {
  const { t, locale } = useText();
  const to = (day: string) => hrefOf(query, { day, date: day });
  const running = departures.filter(({ state }) => state !== "cancelled");
  const sum = (of: "confirmed" | "total_spots") => running.reduce((all, departure) => all + departure[of], 0);
  return (
    <SidePanel
      title={longDate(date, locale)}
      meta={running.length > 0 && t("schedule-admin.booked", { booked: sum("confirmed"), total: sum("total_spots") })}
      closeHref={hrefOf(query, { day: null })}
      previousHref={to(dayAfter(date, -1))}
      nextHref={to(dayAfter(date))}
      labels={{ previous: t("schedule-admin.previousDay"), next: t("schedule-admin.nextDay") }}
      footer={
        may &&
        date >= today && (
          <AdminLink
            to={localizedPath(`/admin/schedule/new?date=${date}`, locale)}
            icon={<Plus aria-hidden size={16} />}
          >
            {t("schedule-admin.add")}
          </AdminLink>
        )
      }
    >
      <div className="py-3">
        {departures.length > 0 ? (
          <DepartureRows departures={departures} crawls={crawls} />
        ) : (
          <p className="py-6 text-center text-text-3">{t("schedule-admin.none")}</p>
        )}
      </div>
    </SidePanel>
  );
}
