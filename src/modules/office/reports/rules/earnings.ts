import { choiceOr, day, id, inRole, listAddress, matching, type ValuesOf } from "#src/kernel/list-address.ts";
import { byLetters } from "#src/kernel/letters.ts";
import type { Currency } from "#src/kernel/money.ts";
import { PERIODS } from "#src/kernel/period.ts";
import type { MessageId, Text } from "#src/locales/i18n.ts";
import type { Why } from "#src/locales/why.ts";
import { BASES, type Earned } from "#src/modules/office/reports/schema.ts";

/** The address of the table of what places earned. */
export const EARNINGS_ADDRESS = listAddress({
  from: inRole("layout", day()),
  to: inRole("layout", day()),
  period: inRole("layout", choiceOr(PERIODS, "30d")),
  by: inRole("layout", choiceOr(BASES, "service")),
  city: matching((text) => text !== "" && text.length <= 80),
  crawl: id(),
});
export type EarningsQuery = ValuesOf<typeof EARNINGS_ADDRESS>;

/**
 * What an authority or a platform keeps back of what we earn: nothing today, since the books have no account for it. It is a figure of
 * its own so that what is left stays what arrives once there is one.
 */
export const WITHHELD = 0;

/** What is left of a channel's sales, in minor units. */
export const netOf = ({ revenue, commission, fee }: Earned): number => revenue - commission - fee - WITHHELD;

/** The same per place, rounded to whole minor units; null where no place is sold in that currency. */
export const netPerPlace = (earned: Earned): number | null =>
  earned.places === 0 ? null : Math.round(netOf(earned) / earned.places);

/** Why that is left. */
export const whyNet = (earned: Earned): Why => ({
  amount: { amount: netOf(earned), currency: earned.currency },
  steps: [
    { text: "reports.earnings.why.price", adds: earned.revenue },
    { text: "reports.earnings.why.commission", adds: -earned.commission || 0 },
    { text: "reports.earnings.why.fee", adds: -earned.fee || 0 },
    { text: "reports.earnings.why.withheld", adds: -WITHHELD || 0 },
  ],
});

/** The channels that have words; any other is called by its own name. */
const CHANNELS: Readonly<Record<string, MessageId>> = {
  site: "reports.channel.site",
  office: "reports.channel.office",
  door: "reports.channel.door",
  group: "reports.channel.group",
  import: "reports.channel.import",
  code: "reports.channel.code",
  coupon: "reports.channel.coupon",
  link: "reports.channel.link",
  qr: "reports.channel.qr",
  widget: "reports.channel.widget",
  desk: "reports.channel.desk",
  staff: "reports.channel.staff",
  reseller: "reports.channel.reseller",
};
export const channelName = (channel: string, t: Text): string => {
  const text = CHANNELS[channel];
  return text ? t(text) : channel;
};

/** Where the money is, in the order in which it arrives. */
export const PLACES_OF_MONEY = ["paid_out", "held", "missing", "by_hand", "owed", "credit"] as const;

/** Rows by currency, those with most left first. Rows in which nothing is left out. */
export const inOrder = (rows: readonly Earned[]): Earned[] =>
  rows
    .filter((row) => figuresOf(row).some((figure) => figure !== 0))
    .toSorted(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        netOf(b) - netOf(a) ||
        a.channel.localeCompare(b.channel) ||
        byLetters(a.partner ?? "", b.partner ?? ""),
    );

const FIGURES = ["places", "revenue", "commission", "fee", ...PLACES_OF_MONEY] as const;
const figuresOf = (row: Earned): number[] => FIGURES.map((name) => row[name]);

/** What all channels earned together, once per currency. */
export function totalsOf(rows: readonly Earned[]): Earned[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    ...emptyIn(currency),
    ...Object.fromEntries(FIGURES.map((name) => [name, of.reduce((sum, row) => sum + row[name], 0)])),
  }));
}

const emptyIn = (currency: Currency): Earned => ({
  channel: "",
  partner_id: null,
  partner: null,
  currency,
  places: 0,
  revenue: 0,
  commission: 0,
  fee: 0,
  paid_out: 0,
  held: 0,
  missing: 0,
  by_hand: 0,
  owed: 0,
  credit: 0,
});
