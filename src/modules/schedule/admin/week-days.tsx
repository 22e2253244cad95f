import { Link } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { weekdayNames } from "#src/modules/schedule/components/calendar-look.ts";
import { crawlOf, CrawlMark, editPath, Fill, NightStrip } from "#src/modules/schedule/admin/night-line.tsx";
import { type AdminQuery, hrefOf, weekOf } from "#src/modules/schedule/rules/admin.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type WeekProps = {
  query: AdminQuery;
  days: ReadonlyMap<string, AdminDeparture[]>;
  crawls: readonly AdminCrawl[];
  today: string;
};

/** The seven days of a week beside each other, each departure with its strip of places. */
export function WeekDays({ query, days, crawls, today }: WeekProps) {
  const { t, locale } = useText();
  const names = weekdayNames(locale);
  return (
    <ol className="grid grid-cols-7 overflow-hidden rounded-panel border border-border bg-surface max-md:hidden">
      {weekOf(query.date).map((date, index) => {
        const nights = days.get(date) ?? [];
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
              aria-label={t("departures.day", { date: longDate(date, locale), count: nights.length })}
              className="mb-1.5 flex items-baseline gap-1.5 px-0.5 text-text no-underline hover:underline"
            >
              <span className="text-fine font-semibold text-text-3 lowercase">{names[index]?.short}</span>
              <span className={classNames("font-semibold", date === today && "text-brand-text")}>
                {Number(date.slice(8))}
              </span>
            </Link>
            <ul className="grid gap-1.5">
              {nights.map((night) => (
                <NightCard key={night.id} night={night} crawls={crawls} />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function NightCard({ night, crawls }: { night: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { locale } = useText();
  const crawl = crawlOf(crawls, night);
  return (
    <li className="relative flex gap-1.5 overflow-hidden rounded-md border border-border bg-surface p-1.5 hover:bg-hover">
      <CrawlMark colour={crawl?.colour ?? 0} className="h-auto self-stretch" />
      <div className="grid min-w-0 grow gap-0.5 text-fine">
        <Link
          to={editPath(night.id, locale)}
          className="truncate font-semibold text-text no-underline after:absolute after:inset-0"
        >
          {crawl?.short_title}
        </Link>
        <span className="flex flex-wrap justify-between gap-x-1.5">
          <span className="text-text-2 tabular-nums">{night.start_time}</span>
          <Fill night={night} />
        </span>
        {night.state !== "cancelled" && <NightStrip night={night} className="h-2!" />}
      </div>
    </li>
  );
}
