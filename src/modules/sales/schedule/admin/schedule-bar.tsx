import { Check, ChevronLeft, ChevronRight, Download, EyeOff, MapPin, Plus, Repeat } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import { monthTitle } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { monthOf } from "#src/modules/sales/schedule/rules/calendar.ts";
import { type AdminQuery, hrefOf, turned, unseenOf, VIEWS } from "#src/modules/sales/schedule/rules/admin.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { ADMIN_LINK, AdminLink, IconAdminLink } from "#src/ui/admin/button.tsx";
import { FilterChip, FilterChoice } from "#src/ui/admin/filter-bar.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";

type BarProps = {
  query: AdminQuery;
  crawls: readonly AdminCrawl[];
  departures: readonly AdminDeparture[];
  today: string;
  may: boolean;
};

/** The schedule's view and filters, month navigation, and links to new departures. */
export function ScheduleBar(props: BarProps) {
  const { query, may } = props;
  const { t, locale } = useText();
  return (
    <>
      <PageHead
        title={t("schedule-admin.title")}
        tab={t("admin.tab", { page: t("schedule-admin.title"), brand: t("common.brand") })}
        actions={
          <>
            <Segmented
              label={t("schedule-admin.view")}
              options={VIEWS.map((view) => ({
                label: t(`schedule-admin.view.${view}`),
                href: hrefOf(query, { view, day: null }),
                current: query.view === view,
              }))}
            />
            {may && (
              <>
                <AdminLink to={localizedPath("/admin/schedule/new", locale)} icon={<Plus aria-hidden size={16} />}>
                  <span className="max-md:sr-only">{t("schedule-admin.one")}</span>
                </AdminLink>
                <AdminLink
                  to={localizedPath("/admin/schedule/new?kind=series", locale)}
                  icon={<Repeat aria-hidden size={16} />}
                >
                  <span className="max-md:sr-only">{t("schedule-admin.series")}</span>
                </AdminLink>
              </>
            )}
          </>
        }
      />
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Turning {...props} />
        <Summary {...props} />
      </div>
      <Filters {...props} />
      <UnseenNotice crawls={unseenAhead(props)} className="mb-2.5" />
    </>
  );
}

/** The crawls with nights ahead in view that guests don't see. */
const unseenAhead = ({ crawls, departures, today }: BarProps): UnseenCrawl[] => {
  const ahead = new Set(
    departures.flatMap(({ crawl_id, date, state }) => (date >= today && state !== "cancelled" ? [crawl_id] : [])),
  );
  return crawls.flatMap((crawl) => (ahead.has(crawl.id) ? (unseenOf(crawl) ?? []) : []));
};

function Turning({ query, today }: BarProps) {
  const { t, locale } = useText();
  const step = query.view === "week" ? "week" : "month";
  return (
    <nav aria-label={t("schedule-admin.turn")} className="-ml-2 flex items-center gap-1">
      <IconAdminLink
        label={t(`schedule-admin.previous.${step}`)}
        to={hrefOf(query, { date: turned(query, -1), day: null })}
      >
        <ChevronLeft aria-hidden size={18} />
      </IconAdminLink>
      <h2 className="min-w-36 text-center text-sub font-semibold">{monthTitle(monthOf(query.date), locale)}</h2>
      <IconAdminLink label={t(`schedule-admin.next.${step}`)} to={hrefOf(query, { date: turned(query, 1), day: null })}>
        <ChevronRight aria-hidden size={18} />
      </IconAdminLink>
      <AdminLink to={hrefOf(query, { date: today, day: null })}>{t("schedule-admin.today")}</AdminLink>
    </nav>
  );
}

function Filters({ query, crawls }: BarProps) {
  const { t } = useText();
  const offered = crawls.filter((crawl) => !crawl.is_deleted);
  const cities = new Map(offered.map(({ city_id, city_name }) => [city_id, city_name]));
  return (
    <div className="mb-2.5 flex min-w-0 gap-1.5">
      <FilterChip
        label={t("schedule-admin.city")}
        value={(query.city && cities.get(query.city)) ?? null}
        clearHref={hrefOf(query, { city: null })}
        clearLabel={t("schedule-admin.city.clear")}
        icon={<MapPin aria-hidden size={15} />}
      >
        {[...cities].map(([id, name]) => (
          <FilterChoice key={id} href={hrefOf(query, { city: id })} current={query.city === id}>
            {name}
          </FilterChoice>
        ))}
      </FilterChip>
      <div className="flex min-w-0 gap-1.5 overflow-x-auto [scrollbar-width:thin]">
        {offered.map((crawl) => (
          <CrawlChip key={crawl.id} crawl={crawl} query={query} />
        ))}
      </div>
    </div>
  );
}

/** A crawl filter: the first click shows only that crawl, further ones toggle crawls. */
function CrawlChip({ crawl, query }: { crawl: AdminCrawl; query: AdminQuery }) {
  const { t } = useText();
  const { crawls } = query;
  const isShown = crawls.length === 0 || crawls.includes(crawl.id);
  const next = crawls.includes(crawl.id) ? crawls.filter((id) => id !== crawl.id) : [...crawls, crawl.id];
  return (
    <Link
      to={hrefOf(query, { crawls: next })}
      preventScrollReset
      aria-current={crawls.includes(crawl.id) ? "true" : undefined}
      className={classNames(
        "relative flex h-(--ctl) max-w-48 shrink-0 items-center gap-1.5 rounded-md border px-2.5 font-medium no-underline",
        isShown ? "border-line-2 bg-surface text-text" : "border-dashed border-border-strong text-text-2",
      )}
    >
      <CrawlMark colour={crawl.colour} />
      <span className="truncate">{crawl.short_title}</span>
      {crawl.unseen && (
        <>
          <EyeOff aria-hidden size={14} className="shrink-0 text-text-3" />
          <span className="sr-only">{t("schedule-admin.crawl.hidden")}</span>
        </>
      )}
      {isShown && <Check aria-hidden size={14} className="shrink-0" />}
    </Link>
  );
}

function Summary({ departures, query, today }: BarProps) {
  const { t, locale } = useText();
  const ahead = departures.filter(({ date, state }) => date >= today && state !== "cancelled");
  const seats = ahead.reduce((sum, { total_spots }) => sum + total_spots, 0);
  const booked = ahead.reduce((sum, { confirmed }) => sum + confirmed, 0);
  const file = localizedPath("/admin/schedule/departures.csv", locale);
  return (
    <p className="ml-auto flex items-center gap-3 text-text-3">
      {t("schedule-admin.summary", {
        count: ahead.length,
        percent: seats > 0 ? Math.round((booked / seats) * 100) : 0,
      })}
      <a href={`${file}${hrefOf(query, { day: null })}`} download className={`flex items-center gap-1 ${ADMIN_LINK}`}>
        <Download aria-hidden size={14} />
        {t("schedule-admin.csv")}
      </a>
    </p>
  );
}
