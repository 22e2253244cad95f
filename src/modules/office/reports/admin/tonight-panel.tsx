import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { GuideChip } from "#src/modules/evening/guides/admin/guide-chip.tsx";
import type { Tonight, TonightDeparture } from "#src/modules/office/reports/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { PicadoEdge } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SeatStrip } from "#src/ui/admin/seat-strip.tsx";

type TonightPanelProps = {
  tonight: Tonight;
  /** Notice above the departures when refreshing failed. */
  stale: ReactNode;
};

/** Tonight's departures with their seats (booked, held, free) and state. */
export function TonightPanel({ tonight, stale }: TonightPanelProps) {
  const { t } = useText();
  const { departures } = tonight;
  return (
    <Panel title={t("reports.departures")} padded={false} edge={<Edge />} action={departures.length > 0 && <Legend />}>
      {stale}
      <UnseenNotice crawls={unseenOf(departures)} className="border-b border-border px-3.5 py-2.5" />
      {departures.length === 0 ? (
        <p className="px-3.5 py-8 text-center text-text-2">{t("reports.noDepartures")}</p>
      ) : (
        <>
          <div aria-hidden className="tonight-row h-8 py-0 text-fine font-semibold text-text-3 max-md:hidden">
            <span>{t("reports.start")}</span>
            <span>{t("reports.crawl")}</span>
            <span>{t("reports.seats")}</span>
            <span>{t("reports.guide")}</span>
            <span>{t("reports.state")}</span>
          </div>
          <ul>
            {departures.map((departure) => (
              <Departure key={departure.id} departure={departure} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** The crawls of tonight that guests don't see, each once, without nights that nobody could book any more. */
const unseenOf = (departures: readonly TonightDeparture[]) => {
  const crawls = departures.flatMap(({ unseen, state }) =>
    unseen && state !== "cancelled" && state !== "over" ? [[unseen.id, unseen] as const] : [],
  );
  return [...new Map(crawls).values()];
};

/** The bunting above the panel. */
const Edge = () => (
  <div className="overflow-hidden rounded-t-panel">
    <PicadoEdge />
  </div>
);

function Legend() {
  const { t } = useText();
  const kinds = [
    ["reports.inside", "bg-agave-text"],
    ["reports.booked", "bg-agave-2"],
    ["reports.onHold", "border-2 border-jaca"],
    ["reports.free", "bg-seat"],
  ] as const;
  return (
    <ul aria-label={t("reports.legend")} className="flex gap-3 text-fine text-text-2">
      {kinds.map(([id, look]) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames("size-2.5 rounded-[2px]", look)} />
          {t(id)}
        </li>
      ))}
    </ul>
  );
}

function Departure({ departure }: { departure: TonightDeparture }) {
  const { t, locale } = useText();
  const { title, booked, inside, held, free, total } = departure;
  const occupied = booked + inside;
  const strip = t("reports.strip", { inside, booked: occupied, total, held, free });
  return (
    <li className="tonight-row">
      <span className="heading text-base max-md:hidden">{departure.start}</span>
      <div className="min-w-0">
        <div className="truncate font-semibold">
          <span className="heading mr-2 text-base md:hidden">{departure.start}</span>
          <CrawlMark colour={departure.colour} className="mr-2 inline-block h-3 w-1" />
          <Link
            to={localizedPath(`/admin/nights/${departure.id}`, locale)}
            className="text-text no-underline hover:underline"
          >
            {title}
          </Link>
        </div>
        <div className="truncate text-fine text-text-3">
          {[departure.city, saidSums(departure.sums, locale)].filter(Boolean).join(" · ")}
        </div>
      </div>
      <div className="max-md:order-last max-md:col-span-2">
        <SeatStrip inside={inside} booked={booked} held={held} free={free} label={strip} />
        <div aria-hidden className="mt-0.5 text-fine text-text-2">
          {t("reports.takenOf", { inside, taken: occupied, total })}
          {held > 0 && <span className="text-jaca-text"> · {t("reports.held", { count: held })}</span>}
        </div>
      </div>
      <span className="flex flex-col items-end gap-1 md:contents">
        <Guides departure={departure} />
        <State departure={departure} />
      </span>
    </li>
  );
}

/** Who leads it, or that nobody does while that can still be changed. */
function Guides({ departure: { guides, state } }: { departure: TonightDeparture }) {
  const { t } = useText();
  const [first, ...others] = guides;
  const isOn = state !== "cancelled" && state !== "over";
  if (first === undefined)
    return <span className="empty:max-md:hidden">{isOn && <Badge tone="waiting">{t("reports.noGuide")}</Badge>}</span>;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={guides.join(", ")}>
      <GuideChip name={first} />
      <span className="truncate">
        {others.length > 0 ? t("reports.guideAndMore", { name: first, count: others.length }) : first}
      </span>
    </span>
  );
}

const TONES: Record<Exclude<TonightDeparture["state"], "upcoming">, Tone> = {
  running: "done",
  sold_out: "done",
  over: "none",
  cancelled: "failed",
};

function State({ departure: { state, until } }: { departure: TonightDeparture }) {
  const { t } = useText();
  if (state !== "upcoming")
    return (
      <span>
        <Badge tone={TONES[state]}>{t(`reports.state.${state}`)}</Badge>
      </span>
    );
  return (
    <span className="whitespace-nowrap text-text-2">
      {until.hours > 0 ? t("reports.inHours", until) : t("reports.inMinutes", until)}
    </span>
  );
}

/** Amounts side by side, never converted and added: `MX$5,400 + US$80`. */
export const saidSums = (sums: readonly Money[] | null, locale: "en" | "es"): string =>
  (sums ?? []).map((money) => formatMoney(money, locale)).join(" + ");
