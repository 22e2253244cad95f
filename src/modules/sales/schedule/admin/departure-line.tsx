import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import type { DepartureState } from "#src/modules/sales/schedule/rules/departure-state.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { SeatStrip } from "#src/ui/admin/seat-strip.tsx";

export const crawlOf = (
  crawls: readonly AdminCrawl[],
  departure: Pick<AdminDeparture, "crawl_id">,
): AdminCrawl | undefined => crawls.find(({ id }) => id === departure.crawl_id);

export const editPath = (id: string, locale: "en" | "es") => localizedPath(`/admin/schedule/edit/${id}`, locale);

const TONES: Record<DepartureState, string> = {
  cancelled: "text-low-text",
  over: "text-text-3",
  closed: "text-marigold-text",
  external: "text-jaca-text",
  full: "text-agave-text",
  open: "text-text-2",
};

/** A departure's state as one word or as figures: `full`, `cancelled`, `22/40`. */
export function Fill({ departure }: { departure: AdminDeparture }) {
  const { t } = useText();
  const { state, confirmed, total_spots } = departure;
  const inFigures = state === "open" || state === "over";
  return (
    <span className={classNames("tabular-nums", TONES[state], !inFigures && "font-semibold")}>
      {inFigures ? `${confirmed}/${total_spots}` : t(`schedule-admin.state.${state}`)}
    </span>
  );
}

/** A departure as a sentence for screen readers: hour, crawl, seats and state. */
const departureLabel = (t: Text, departure: AdminDeparture, title: string): string =>
  t("schedule-admin.said", {
    time: departure.start_time,
    crawl: title,
    booked: departure.confirmed,
    total: departure.total_spots,
    state: t(`schedule-admin.state.${departure.state}`),
  });

/** A departure's line in a day of the month grid. */
export function DepartureLine({ departure, crawls }: { departure: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { t, locale } = useText();
  const crawl = crawlOf(crawls, departure);
  const isOff = departure.state === "cancelled";
  return (
    <Link
      to={editPath(departure.id, locale)}
      tabIndex={-1}
      title={crawl?.title}
      aria-label={departureLabel(t, departure, crawl?.title ?? "")}
      className="flex h-4.75 items-center gap-1.5 rounded-[3px] text-fine text-inherit no-underline hover:bg-hover"
    >
      <CrawlMark colour={crawl?.colour} />
      {!isOff && <span className="shrink-0 text-text-2 tabular-nums">{departure.start_time}</span>}
      <span className={classNames("min-w-0 grow truncate font-medium", isOff && "text-text-3 line-through")}>
        {crawl?.short_title}
      </span>
      <Fill departure={departure} />
    </Link>
  );
}

/** A departure's seats as a labelled bar. */
export function DepartureStrip({ departure, className }: { departure: AdminDeparture; className?: string }) {
  const { t } = useText();
  const { confirmed, held, free } = departure;
  const label = t("schedule-admin.strip", { booked: confirmed, held, free });
  return <SeatStrip booked={confirmed} held={held} free={free} label={label} className={className} />;
}
