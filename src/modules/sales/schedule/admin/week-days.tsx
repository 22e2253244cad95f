import { Link } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { crawlOf, editPath, Fill, DepartureStrip } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import { type AdminQuery, hrefOf, weekOf } from "#src/modules/sales/schedule/rules/admin.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type WeekProps = {
  query: AdminQuery;
  days: ReadonlyMap<string, AdminDeparture[]>;
  crawls: readonly AdminCrawl[];
  today: string;
};

/** The seven days of a week side by side, each departure with its seats bar. */
export function WeekDays({ query, days, crawls, today }: WeekProps) {
  const { t, locale } = useText();
  const names = weekdayNames(locale);
  return (
    <ol className="grid grid-cols-7 overflow-hidden rounded-panel border border-border bg-surface max-md:hidden">
      {weekOf(query.date).map((date, index) => {
        const departures = days.get(date) ?? [];
        return (
          <li
            key={date}
            className={classNames(
              "min-h-80 min-w-0 border-r border-border p-1.5 last:border-r-0",
              date < today && "bg-surface-2",
            )}
          >
            <Link
              to={hrefOf(query, { day: date })}
              preventScrollReset
              aria-current={date === today ? "date" : undefined}
              aria-label={t("schedule-admin.day", { date: longDate(date, locale), count: departures.length })}
              className="mb-1.5 flex items-baseline gap-1.5 px-0.5 text-text no-underline hover:underline"
            >
              <span className="text-fine font-semibold text-text-3 lowercase">{names[index]?.short}</span>
              <span className={classNames("font-semibold", date === today && "text-brand-text")}>
                {Number(date.slice(8))}
              </span>
            </Link>
            <ul className="grid gap-1.5">
              {departures.map((departure) => (
                <DepartureCard key={departure.id} departure={departure} crawls={crawls} />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function DepartureCard({ departure, crawls }: { departure: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { locale } = useText();
  const crawl = crawlOf(crawls, departure);
  return (
    <li className="relative flex gap-1.5 overflow-hidden rounded-md border border-border bg-surface p-1.5 hover:bg-hover">
      <CrawlMark colour={crawl?.colour} className="w-1 self-stretch" />
      <div className="grid min-w-0 grow gap-0.5 text-fine">
        <Link
          to={editPath(departure.id, locale)}
          className="truncate font-semibold text-text no-underline after:absolute after:inset-0"
        >
          {crawl?.short_title}
        </Link>
        <span className="flex flex-wrap items-center justify-between gap-x-1.5">
          <span className="text-text-2 tabular-nums">{departure.start_time}</span>
          <Fill departure={departure} />
        </span>
        {departure.state !== "cancelled" && <DepartureStrip departure={departure} className="h-2!" />}
      </div>
    </li>
  );
}
