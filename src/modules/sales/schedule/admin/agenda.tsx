import { Link } from "react-router";
import { longDate, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { NightLink } from "#src/modules/sales/schedule/admin/night-link.tsx";
import { crawlOf, editPath, Fill, DepartureStrip } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import { type AdminQuery, hrefOf, weekOf } from "#src/modules/sales/schedule/rules/admin.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type AgendaProps = {
  query: AdminQuery;
  days: ReadonlyMap<string, AdminDeparture[]>;
  crawls: readonly AdminCrawl[];
  today: string;
};

/** The calendar on phones: a week strip, then each day from the chosen one with its departures. */
export function Agenda({ query, days, crawls, today }: AgendaProps) {
  const { t } = useText();
  const dates = weekOf(query.date).filter((date) => date >= query.date);
  return (
    <div className="md:hidden">
      <WeekStrip {...{ query, days, today }} />
      {dates.map((date) => (
        <AgendaDay key={date} date={date} departures={days.get(date) ?? []} crawls={crawls} isToday={date === today} />
      ))}
      {dates.every((date) => !days.has(date)) && (
        <p className="py-6 text-center text-text-3">{t("schedule-admin.none")}</p>
      )}
    </div>
  );
}

function WeekStrip({ query, days, today }: Omit<AgendaProps, "crawls">) {
  const { t, locale } = useText();
  const names = weekdayNames(locale);
  return (
    <nav aria-label={t("schedule-admin.week")} className="mb-3 grid grid-cols-7 gap-1">
      {weekOf(query.date).map((date, index) => {
        const count = days.get(date)?.length ?? 0;
        const isChosen = date === query.date;
        return (
          <Link
            key={date}
            to={hrefOf(query, { date, day: null })}
            preventScrollReset
            aria-current={isChosen ? "date" : undefined}
            aria-label={t("schedule-admin.day", { date: longDate(date, locale), count })}
            className={classNames(
              "grid min-h-16 content-center justify-items-center gap-0.5 rounded-lg border no-underline",
              isChosen
                ? "border-brand bg-brand text-on-brand"
                : date === today
                  ? "border-brand bg-surface text-text"
                  : "border-transparent text-text",
            )}
          >
            <span aria-hidden className="text-fine font-semibold">
              {names[index]?.short.slice(0, 1)}
            </span>
            <span aria-hidden className="text-sub font-semibold">
              {Number(date.slice(8))}
            </span>
            <span aria-hidden className="flex h-1 gap-0.5">
              {Array.from({ length: Math.min(count, 5) }, (_, dot) => (
                <span key={dot} className="size-1 rounded-full bg-current" />
              ))}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

type AgendaDayProps = { date: string; departures: AdminDeparture[]; crawls: readonly AdminCrawl[]; isToday: boolean };

function AgendaDay({ date, departures, crawls, isToday }: AgendaDayProps) {
  const { t, locale } = useText();
  if (departures.length === 0) return null;
  const running = departures.filter(({ state }) => state !== "cancelled");
  const sum = (of: "confirmed" | "total_spots") => running.reduce((all, departure) => all + departure[of], 0);
  return (
    <section className="mb-4">
      <h2 className="mb-1 flex items-baseline gap-2 text-sub font-semibold">
        {shortDate(date, locale)}
        {isToday && <span className="text-fine text-brand-text">{t("schedule-admin.tonight")}</span>}
        <span className="ml-auto font-normal text-text-3">
          {t("schedule-admin.booked", { booked: sum("confirmed"), total: sum("total_spots") })}
        </span>
      </h2>
      <DepartureRows departures={departures} crawls={crawls} />
    </section>
  );
}

/** A day's departures, one row each with its seats bar. */
export function DepartureRows({
  departures,
  crawls,
}: {
  departures: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
}) {
  const { locale } = useText();
  return (
    <ul className="overflow-hidden rounded-panel border border-border bg-surface">
      {departures.map((departure) => {
        const crawl = crawlOf(crawls, departure);
        return (
          <li
            key={departure.id}
            className="relative flex gap-2.5 border-b border-border p-2.5 last:border-b-0 hover:bg-hover"
          >
            <CrawlMark colour={crawl?.colour} className="w-1 self-stretch" />
            <div className="grid min-w-0 grow grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 text-sub">
              <span className="font-semibold tabular-nums">{departure.start_time}</span>
              <Link
                to={editPath(departure.id, locale)}
                className="truncate font-semibold text-text no-underline after:absolute after:inset-0"
              >
                {crawl?.title}
              </Link>
              <span className="truncate text-fine">
                <Fill departure={departure} />
              </span>
              {departure.state === "cancelled" ? <span /> : <DepartureStrip departure={departure} />}
            </div>
            <NightLink departureId={departure.id} title={crawl?.title ?? ""} className="self-center" />
          </li>
        );
      })}
    </ul>
  );
}
