import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { NightState } from "#src/modules/schedule/rules/night.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { SeatStrip } from "#src/ui/admin/seat-strip.tsx";

/** The hues of crawls, by `AdminCrawl.colour`; a name always stands beside one. */
const HUES = ["bg-agave", "bg-jaca", "bg-gold-mark", "bg-terra", "bg-border-strong"];

/** The mark of a crawl. */
export const CrawlMark = ({ colour, className }: { colour: number; className?: string }) => (
  <span aria-hidden className={classNames("w-1 shrink-0 rounded-[1px]", HUES[colour], className ?? "h-3.5")} />
);

export const crawlOf = (
  crawls: readonly AdminCrawl[],
  night: Pick<AdminDeparture, "crawl_id">,
): AdminCrawl | undefined => crawls.find(({ id }) => id === night.crawl_id);

export const editPath = (id: string, locale: "en" | "es") => localizedPath(`/admin/schedule/edit/${id}`, locale);

const TONES: Record<NightState, string> = {
  cancelled: "text-low-text",
  over: "text-text-3",
  closed: "text-marigold-text",
  external: "text-jaca-text",
  full: "text-agave-text",
  open: "text-text-2",
};

/** How a departure stands, in one word where there is one, else in figures: `full`, `cancelled`, `22/40`. */
export function Fill({ night }: { night: AdminDeparture }) {
  const { t } = useText();
  const { state, confirmed, total_spots } = night;
  const inFigures = state === "open" || state === "over";
  return (
    <span className={classNames("tabular-nums", TONES[state], !inFigures && "font-semibold")}>
      {inFigures ? `${confirmed}/${total_spots}` : t(`departures.state.${state}`)}
    </span>
  );
}

/** A departure in a sentence, for who hears it: hour, crawl, places and state. */
const nightSaid = (t: Text, night: AdminDeparture, title: string): string =>
  t("departures.said", {
    time: night.start_time,
    crawl: title,
    booked: night.confirmed,
    total: night.total_spots,
    state: t(`departures.state.${night.state}`),
  });

/** One line of a departure in a day of the month. */
export function NightLine({ night, crawls }: { night: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { t, locale } = useText();
  const crawl = crawlOf(crawls, night);
  const isOff = night.state === "cancelled";
  return (
    <Link
      to={editPath(night.id, locale)}
      tabIndex={-1}
      title={crawl?.title}
      aria-label={nightSaid(t, night, crawl?.title ?? "")}
      className="flex h-4.75 items-center gap-1.5 rounded-[3px] text-fine text-inherit no-underline hover:bg-hover"
    >
      <CrawlMark colour={crawl?.colour ?? 0} />
      {!isOff && <span className="shrink-0 text-text-2 tabular-nums">{night.start_time}</span>}
      <span className={classNames("min-w-0 grow truncate font-medium", isOff && "text-text-3 line-through")}>
        {crawl?.short_title}
      </span>
      <Fill night={night} />
    </Link>
  );
}

/** The places of a departure as a strip with its words. */
export function NightStrip({ night, className }: { night: AdminDeparture; className?: string }) {
  const { t } = useText();
  const { confirmed, held, free } = night;
  const label = t("departures.places", { booked: confirmed, held, free });
  return <SeatStrip booked={confirmed} held={held} free={free} label={label} className={className} />;
}
