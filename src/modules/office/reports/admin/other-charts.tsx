import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { numberFormat } from "#src/kernel/formatters.ts";
import type { MessageId, Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { stepCounts } from "#src/modules/sales/funnel/rules/visit.ts";
import { ChartPanel } from "#src/modules/office/reports/admin/chart-panel.tsx";
import { saidSums } from "#src/modules/office/reports/admin/tonight-panel.tsx";
import { dayAndMonth, weekdayName } from "#src/modules/office/reports/rules/chart-rows.ts";
import { type Fill, heatOf, percent } from "#src/modules/office/reports/rules/fill.ts";
import type { ReportQuery } from "#src/modules/office/reports/rules/address.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import type { Chart, Report, SentGuests } from "#src/modules/office/reports/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { HeatStrip } from "#src/ui/admin/heat-strip.tsx";
import { type Share, ShareBars } from "#src/ui/admin/share-bars.tsx";

type ChartProps = { report: Report; list: List<ReportQuery> };

const WEEKS = 13;
const MOST = 8;

/** Occupancy by week and weekday, newest week first. */
export function WeeksChart({ report, list }: ChartProps) {
  const { t, locale } = useText();
  const title = t("reports.byWeekday");
  const weeks = report.weeks.slice(0, WEEKS);
  const cell = (fill: Fill | null, day: string) => {
    const value = fill && percent(fill);
    if (fill === null || value === null)
      return { text: "·", label: t("reports.noDeparture", { day }), step: null, open: false };
    const label = t("reports.cell", { day, taken: fill.taken, total: fill.total });
    return { text: String(value), label, step: heatOf(value), open: fill.open };
  };
  return (
    <ChartPanel
      chart="weeks"
      report={report}
      list={list}
      title={title}
      note={t("reports.byWeekdayNote")}
      empty={weeks.length === 0}
    >
      <HeatStrip
        label={title}
        columns={Array.from({ length: 7 }, (_, day) => ({
          short: weekdayName(day, locale, "narrow"),
          name: weekdayName(day, locale),
        }))}
        rows={weeks.map(({ start, days }) => ({
          name: dayAndMonth(start, locale),
          cells: days.map((fill, day) => cell(fill, weekdayName(day, locale))),
        }))}
      />
    </ChartPanel>
  );
}

type Say = { t: Text; locale: Locale; list: List<ReportQuery> };

type Bars = {
  chart: Chart;
  title: MessageId;
  note?: MessageId;
  /** The parts with their bars; empty when there is nothing to draw. */
  shares: (report: Report, say: Say) => readonly Share[];
};

/** The bar charts, in page order. */
const BARS: readonly Bars[] = [
  // occupancy per crawl
  {
    chart: "crawls",
    title: "reports.byCrawl",
    shares: ({ crawls }, { t }) =>
      crawls.slice(0, MOST).map((crawl) => ({
        id: crawl.id,
        label: (
          <span title={crawl.title}>
            <CrawlMark colour={crawl.colour} className="mr-2 inline-block h-3 w-1" />
            {crawl.name}
          </span>
        ),
        figure: t("reports.takenOf", { taken: crawl.taken, total: crawl.total }),
        text: `${percent(crawl) ?? 0}%`,
        part: (percent(crawl) ?? 0) / 100,
      })),
  },
  // guests whom partners sent
  {
    chart: "partners",
    title: "reports.partners",
    note: "reports.partnersNote",
    shares: (report, say) =>
      sharesOfSent(report.partners, say, ({ id, name }) => (
        <Link to={say.list.hrefOf({ partner: id, table: null })} preventScrollReset className={ADMIN_LINK}>
          {name}
        </Link>
      )),
  },
  // guests whom campaigns of QR codes brought
  {
    chart: "campaigns",
    title: "reports.campaigns",
    note: "reports.campaignsNote",
    shares: ({ campaigns }, say) => sharesOfSent(campaigns, say, ({ name }) => name),
  },
  // visits through partners' links and codes
  {
    chart: "sources",
    title: "reports.sources",
    note: "reports.sourcesNote",
    shares: ({ sources }, { t, locale }) =>
      sources.slice(0, MOST).map(({ kind, code, name, visits }) => ({
        id: `${kind} ${code}`,
        label: name === null ? code : <Twofold name={name} below={<span className="font-mono">{code}</span>} />,
        figure: t(kind === "qr" ? "reports.byQr" : "reports.byLink"),
        text: numberFormat(languageTag(locale), {}).format(visits),
        part: partOf(visits, sources[0]?.visits),
      })),
  },
  // coupons used and their discounts
  {
    chart: "coupons",
    title: "reports.coupons",
    note: "reports.couponsNote",
    shares: ({ coupons }, { t, locale }) =>
      coupons.slice(0, MOST).map(({ code, uses, discounts, revenue }) => ({
        id: code,
        label: <Twofold name={<span className="font-mono">{code}</span>} below={saidSums(nonZero(revenue), locale)} />,
        figure: t("reports.off", { amounts: saidSums(discounts, locale) }),
        text: uses,
        part: partOf(uses, coupons[0]?.uses),
      })),
  },
  // bookings under price rules, and what those took off
  {
    chart: "rules",
    title: "reports.rules",
    note: "reports.rulesNote",
    shares: ({ rules }, { t, locale }) =>
      rules.slice(0, MOST).map(({ id, name, bookings, guests, discounts, revenue }) => ({
        id,
        label: (
          <Twofold
            name={name}
            below={[t("reports.people", { guests }), saidSums(revenue, locale)].filter(Boolean).join(" · ")}
          />
        ),
        figure: t("reports.off", { amounts: saidSums(discounts, locale) }),
        text: numberFormat(languageTag(locale), {}).format(bookings),
        part: partOf(bookings, rules[0]?.bookings),
      })),
  },
  // pieces of add-ons, and what they brought in
  {
    chart: "addOns",
    title: "reports.addOns",
    note: "reports.addOnsNote",
    shares: ({ addOns }, { t, locale }) =>
      addOns.slice(0, MOST).map(({ id, name, sold, redeemed, back, revenue }) => ({
        id,
        label: <Twofold name={name} below={t("reports.addOnPieces", { redeemed, back })} />,
        figure: saidSums(nonZero(revenue), locale),
        text: numberFormat(languageTag(locale), {}).format(sold),
        part: partOf(sold, addOns[0]?.sold),
      })),
  },
  // bookings and revenue per currency
  {
    chart: "currencies",
    title: "reports.currencies",
    note: "reports.currenciesNote",
    shares: ({ currencies }, { locale }) => {
      const all = currencies.reduce((sum, { bookings }) => sum + bookings, 0);
      return currencies.map(({ currency, bookings, revenue }) => ({
        id: currency,
        label: currency,
        figure: formatMoney({ amount: revenue, currency }, locale),
        text: `${Math.round(partOf(bookings, all) * 100)}%`,
        part: partOf(bookings, currencies[0]?.bookings),
      }));
    },
  },
  // what part of those who look buys, step by step
  {
    chart: "funnel",
    title: "reports.funnel",
    note: "reports.funnelNote",
    shares: ({ steps }, { t, locale }) => {
      const counts = stepCounts(steps);
      return counts
        .filter(() => steps.length > 0)
        .map(({ step, count, kept: share }) => ({
          id: step,
          label: t(`reports.step.${step}`),
          figure: share === null ? "" : t("reports.kept", { part: Math.round(share * 100) }),
          text: numberFormat(languageTag(locale), {}).format(count),
          part: Math.min(1, partOf(count, Math.max(...counts.map((one) => one.count)))),
        }));
    },
  },
];

function sharesOfSent(
  sent: readonly SentGuests[],
  { t, locale }: Say,
  labelOf: (one: SentGuests) => ReactNode,
): Share[] {
  return sent.slice(0, MOST).map((one) => ({
    id: one.id,
    label: (
      <Twofold
        name={labelOf(one)}
        below={[t("reports.cameOf", { came: one.came, guests: one.guests }), saidSums(one.revenue, locale)]
          .filter(Boolean)
          .join(" · ")}
      />
    ),
    text: numberFormat(languageTag(locale), {}).format(one.bookings),
    part: partOf(one.bookings, sent[0]?.bookings),
  }));
}

/** What came and went back in a currency is no sum of it. */
const nonZero = (sums: readonly Money[]): Money[] => sums.filter(({ amount }) => amount !== 0);

/** A name with figures of less weight below it. */
const Twofold = ({ name, below }: { name: ReactNode; below: ReactNode }) => (
  <span className="grid">
    <span className="truncate">{name}</span>
    <span className="truncate text-fine text-text-3">{below}</span>
  </span>
);

const partOf = (some: number, all = 0): number => (all > 0 ? some / all : 0);

/** A panel per bar chart. */
export function BarsCharts({ report, list }: ChartProps) {
  const { t, locale } = useText();
  // seats are everybody's, whoever sent some of them
  const charts = report.partner ? BARS.filter(({ chart }) => chart !== "crawls") : BARS;
  return charts.map(({ chart, title: id, note, shares: sharesOf }) => {
    const title = t(id);
    const shares = sharesOf(report, { t, locale, list });
    return (
      <ChartPanel
        key={chart}
        chart={chart}
        report={report}
        list={list}
        title={title}
        {...(note ? { note: t(note) } : {})}
        empty={shares.length === 0}
      >
        <ShareBars label={title} shares={shares} />
      </ChartPanel>
    );
  });
}
