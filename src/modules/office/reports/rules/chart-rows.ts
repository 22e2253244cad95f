import { dateFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency, type Money } from "#src/kernel/money.ts";
import { dateCell, moneyCell, type Row } from "#src/kernel/sheet.ts";
import type { Text } from "#src/locales/i18n.ts";
import { type DayCount, DEVICES, SOURCES, stepCounts, STEPS } from "#src/modules/sales/funnel/rules/visit.ts";
import { percent } from "#src/modules/office/reports/rules/fill.ts";
import { growth } from "#src/modules/office/reports/rules/sales.ts";
import type { Chart, Report, SentGuests } from "#src/modules/office/reports/schema.ts";

/** A chart's figures. */
export type ChartSheet = { heads: string[]; rows: Row[] };
type Say = { t: Text; locale: Locale };

/** A chart as a table in the viewer's language, with a column of amounts for each currency, which the head names. */
export function chartSheet(chart: Chart, report: Report, say: Say): ChartSheet {
  return SHEETS[chart](report, say);
}

// a Sunday; all dates are parsed and formatted at noon UTC
const SUNDAY = Date.UTC(2026, 10, 22, 12);

/** A weekday's name, 0 for Sunday: `Sunday`, or `S` when narrow. */
export const weekdayName = (day: number, locale: Locale, weekday: "long" | "narrow" = "long"): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", weekday }).format(SUNDAY + day * 86_400_000);

/** A date without year: `20 Nov`, localized. */
export const dayAndMonth = (date: string, locale: Locale): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", day: "numeric", month: "short" }).format(
    new Date(`${date}T12:00:00Z`),
  );

/** A month: `Nov`. */
export const monthName = (date: string, locale: Locale): string =>
  dateFormat(languageTag(locale), { timeZone: "UTC", month: "short" }).format(new Date(`${date}T12:00:00Z`));

/** The currencies of sums, as ours are listed. */
const currenciesOf = (sums: readonly (readonly Money[])[]): Currency[] =>
  CURRENCIES.filter((one) => sums.flat().some(({ currency }) => currency === one));
const amountsIn = (currencies: readonly Currency[], sums: readonly Money[]): Row =>
  currencies.map((one) => moneyCell(sums.find(({ currency }) => currency === one)?.amount ?? 0));
const fill = (seats: { taken: number; total: number }) => `${percent(seats) ?? 0}%`;

function sentSheet(sent: readonly SentGuests[], head: string, { t }: Say): ChartSheet {
  const currencies = currenciesOf(sent.map(({ revenue }) => revenue));
  return {
    heads: [
      head,
      t("reports.bookings"),
      t("reports.guests"),
      t("reports.came"),
      ...currencies.map((currency) => t("reports.revenueIn", { currency })),
    ],
    rows: sent.map(({ name, bookings, guests, came, revenue }) => [
      name,
      bookings,
      guests,
      came,
      ...amountsIn(currencies, revenue),
    ]),
  };
}

const SHEETS: Record<Chart, (report: Report, say: Say) => ChartSheet> = {
  sales: ({ bars, currency }, { t }) => ({
    heads: [
      t("reports.from"),
      t("reports.to"),
      t("reports.revenueIn", { currency: currency ?? "" }),
      t("reports.revenueBefore", { currency: currency ?? "" }),
      t("reports.bookings"),
      t("reports.bookingsBefore"),
      t("reports.guests"),
      t("reports.guestsBefore"),
    ],
    rows: bars.map(({ from, to, revenue, bookings, guests, before }) => [
      dateCell(from),
      dateCell(to),
      moneyCell(revenue),
      moneyCell(before.revenue),
      bookings,
      before.bookings,
      guests,
      before.guests,
    ]),
  }),
  weeks: ({ weeks }, { t, locale }) => ({
    heads: [t("reports.week"), ...Array.from({ length: 7 }, (_, day) => weekdayName(day, locale))],
    rows: weeks.map(({ start, days }) => [dateCell(start), ...days.map((seats) => (seats ? fill(seats) : null))]),
  }),
  crawls: ({ crawls }, { t }) => ({
    heads: [t("reports.crawl"), t("reports.departureCount"), t("reports.taken"), t("reports.seats"), t("reports.fill")],
    rows: crawls.map((crawl) => [crawl.title, crawl.departures, crawl.taken, crawl.total, fill(crawl)]),
  }),
  partners: ({ partners }, say) => sentSheet(partners, say.t("reports.partner"), say),
  campaigns: ({ campaigns }, say) => sentSheet(campaigns, say.t("reports.campaign"), say),
  sources: ({ sources }, { t }) => ({
    heads: [t("reports.source"), t("reports.code"), t("reports.partner"), t("reports.visits")],
    rows: sources.map(({ kind, code, name, visits }) => [
      t(kind === "qr" ? "reports.byQr" : "reports.byLink"),
      code,
      name,
      visits,
    ]),
  }),
  coupons: ({ coupons }, { t }) => {
    const currencies = currenciesOf(coupons.flatMap(({ discounts, revenue }) => [discounts, revenue]));
    return {
      heads: [
        t("reports.coupon"),
        t("reports.uses"),
        ...currencies.map((currency) => t("reports.discountIn", { currency })),
        ...currencies.map((currency) => t("reports.revenueIn", { currency })),
      ],
      rows: coupons.map(({ code, uses, discounts, revenue }) => [
        code,
        uses,
        ...amountsIn(currencies, discounts),
        ...amountsIn(currencies, revenue),
      ]),
    };
  },
  rules: ({ rules }, { t }) => {
    const currencies = currenciesOf(rules.map(({ revenue }) => revenue));
    return {
      heads: [
        t("reports.rule"),
        t("reports.bookings"),
        t("reports.guests"),
        ...currencies.map((currency) => t("reports.discountIn", { currency })),
        ...currencies.map((currency) => t("reports.revenueIn", { currency })),
      ],
      rows: rules.map(({ name, bookings, guests, discounts, revenue }) => [
        name,
        bookings,
        guests,
        ...amountsIn(currencies, discounts),
        ...amountsIn(currencies, revenue),
      ]),
    };
  },
  addOns: ({ addOns }, { t }) => {
    const currencies = currenciesOf(addOns.map(({ revenue }) => revenue));
    return {
      heads: [
        t("reports.addOn"),
        t("reports.addOn.sold"),
        t("reports.addOn.redeemed"),
        t("reports.addOn.back"),
        ...currencies.map((currency) => t("reports.revenueIn", { currency })),
      ],
      rows: addOns.map(({ name, sold, redeemed, back, revenue }) => [
        name,
        sold,
        redeemed,
        back,
        ...amountsIn(currencies, revenue),
      ]),
    };
  },
  currencies: ({ currencies }, { t }) => ({
    heads: [t("reports.currency"), t("reports.bookings"), t("reports.guests"), t("reports.revenue")],
    rows: currencies.map(({ currency, bookings, guests, revenue }) => [currency, bookings, guests, moneyCell(revenue)]),
  }),
  funnel: ({ steps }, { t }) => ({
    heads: [
      t("reports.step"),
      t("reports.visits"),
      t("reports.keptHead"),
      ...DEVICES.map((device) => t(`reports.device.${device}`)),
      ...LOCALES.map((language) => t(`reports.inLanguage.${language}`)),
      ...SOURCES.map((source) => t(`reports.from.${source}`)),
    ],
    rows: stepCounts(steps).map(({ step, count, kept: share }) => {
      const sumOf = (isThis: (one: DayCount) => boolean) =>
        steps.reduce((sum, one) => sum + (one.step === step && isThis(one) ? one.count : 0), 0);
      return [
        t(`reports.step.${step}`),
        count,
        share === null ? null : `${Math.round(share * 100)}%`,
        ...DEVICES.map((device) => sumOf((one) => one.device === device)),
        ...LOCALES.map((language) => sumOf((one) => one.language === language)),
        ...SOURCES.map((source) => sumOf((one) => one.source === source)),
      ];
    }),
  }),
};

/** The steps day by day, for a file: a row for each kind of device, language and source of a day that had any. */
export function stepDaysSheet({ steps }: Pick<Report, "steps">, { t }: Say): ChartSheet {
  const kindOf = ({ day, device, language, source }: DayCount) => JSON.stringify([day, device, language, source]);
  const kinds = Map.groupBy(steps, kindOf);
  return {
    heads: [
      t("reports.day"),
      t("reports.device"),
      t("reports.language"),
      t("reports.cameFrom"),
      ...STEPS.map((step) => t(`reports.step.${step}`)),
    ],
    rows: [...kinds.values()].map((of) => {
      const { day, device, language, source } = of[0]!;
      return [
        dateCell(day),
        t(`reports.device.${device}`),
        t(`reports.inLanguage.${language}`),
        t(`reports.from.${source}`),
        ...STEPS.map((step) => of.reduce((sum, one) => sum + (one.step === step ? one.count : 0), 0)),
      ];
    }),
  };
}

/** Growth as text: `+19%`; null when there was nothing before. */
export function growthText(now: number, before: number): string | null {
  const percents = growth(now, before);
  if (percents === null) return null;
  return `${percents > 0 ? "+" : percents < 0 ? "−" : "±"}${Math.abs(percents)}%`;
}
