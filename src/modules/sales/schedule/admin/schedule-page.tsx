import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Agenda } from "#src/modules/sales/schedule/admin/agenda.tsx";
import { DayPanel } from "#src/modules/sales/schedule/admin/day-panel.tsx";
import { MonthGrid } from "#src/modules/sales/schedule/admin/month-grid.tsx";
import { DepartureList } from "#src/modules/sales/schedule/admin/departure-list.tsx";
import { ScheduleBar } from "#src/modules/sales/schedule/admin/schedule-bar.tsx";
import { useLive } from "#src/modules/sales/schedule/admin/use-live.ts";
import { WeekDays } from "#src/modules/sales/schedule/admin/week-days.tsx";
import { grants } from "#src/modules/base/identity/rules/permissions.ts";
import { OpensNights } from "#src/modules/sales/schedule/admin/night-link.tsx";
import { CREATED, type Created, departuresByDay } from "#src/modules/sales/schedule/rules/admin.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/sales/+types/schedule.ts";

/** The departures of a month or week, by day, with their seats; a day opens beside. */
export default function Schedule({ loaderData }: Route.ComponentProps) {
  const { query, departures, crawls, today, may } = loaderData;
  useLive();
  useDone();
  const days = departuresByDay(departures);
  const view = { query, days, crawls, today };
  return (
    <OpensNights value={grants(useMe(), "manifest.read")}>
      <ScheduleBar {...{ query, departures, crawls, today, may }} />
      {query.view === "list" ? (
        <DepartureList {...{ departures, crawls, today, may }} />
      ) : (
        <>
          {query.view === "week" ? <WeekDays {...view} /> : <MonthGrid {...view} />}
          <Agenda {...view} />
        </>
      )}
      {query.day && (
        <DayPanel date={query.day} departures={days.get(query.day) ?? []} {...{ query, crawls, today, may }} />
      )}
    </OpensNights>
  );
}

/** Shows what the previous page has done: created or deleted. */
function useDone() {
  const { t } = useText("schedule-admin");
  const [params] = useSearchParams();
  const [done, count, sold] = [params.get("done"), Number(params.get("count")), params.get("sold")];
  const flash = useMemo(() => {
    if (done === "deleted") return { flash: "schedule-admin.deleted" as const };
    const message = sold !== null && Object.hasOwn(CREATED, sold) ? CREATED[sold as Created] : CREATED.now;
    return done === "created" ? { flash: message, values: { count } } : null;
  }, [done, count, sold]);
  useFlash(flash);
  return t;
}
