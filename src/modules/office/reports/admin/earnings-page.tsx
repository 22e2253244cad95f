import type { ReactNode } from "react";
import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { ReportFilters } from "#src/modules/office/reports/admin/report-filters.tsx";
import {
  channelName,
  EARNINGS_ADDRESS,
  type EarningsQuery,
  netOf,
  netPerPlace,
  PLACES_OF_MONEY,
  totalsOf,
  whyNet,
  WITHHELD,
} from "#src/modules/office/reports/rules/earnings.ts";
import type { Earned } from "#src/modules/office/reports/schema.ts";
import type { Route } from "#routes/admin/office/+types/earnings.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { FilterChip, FilterChoice } from "#src/ui/admin/filter-bar.tsx";
import { ListHead, ListRows } from "#src/ui/admin/list/list-page.tsx";
import { type List, useList } from "#src/ui/admin/list/use-list.ts";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";
import { Download, Route as RouteIcon } from "#src/ui/lucide/icons.ts";

type Row = Earned & { id: string };
type Earnings = Route.ComponentProps["loaderData"];

/** What places earned per channel and currency: price, commission, fees, what is left, and where the money is. */
export default function EarningsPage({ loaderData: earnings }: Route.ComponentProps) {
  const { t } = useText();
  const list = useList(EARNINGS_ADDRESS, "/admin/earnings", earnings.query);
  const rows = earnings.rows.map((row) => ({ ...row, id: `${row.channel} ${row.partner_id} ${row.currency}` }));
  const totals = totalsOf(earnings.rows).map((row) => ({ ...row, id: `all ${row.currency}` }));
  const title = t("reports.earnings.title");
  return (
    <>
      <ListHead
        list={list}
        title={title}
        file={{ name: "earnings.csv", label: t("reports.earnings.csv") }}
        actions={
          <AdminLink
            to={list.fileHref("earnings.xlsx")}
            reloadDocument
            download
            icon={<Download aria-hidden size={15} />}
          >
            {t("reports.earnings.xlsx")}
          </AdminLink>
        }
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Filters earnings={earnings} list={list} />
      </div>
      <ListRows
        list={list}
        label={title}
        rows={[...rows, ...totals]}
        columns={useColumns()}
        phone={usePhone()}
        empty={{ title: t("reports.nothingThen"), text: t("reports.earnings.empty") }}
      />
      <p className="mt-2.5 max-w-[60rem] text-fine text-text-3">{t("reports.earnings.note")}</p>
    </>
  );
}

function Filters({ earnings, list }: { earnings: Earnings; list: List<EarningsQuery> }) {
  const { t } = useText();
  const { query, period, cities, crawls } = earnings;
  const { hrefOf } = list;
  return (
    <ReportFilters
      query={query}
      period={period}
      cities={cities}
      hrefOf={hrefOf}
      hiddenFields={list.address.fields(list.values, ["from", "to", "period"])}
    >
      <FilterChip
        label={t("reports.crawl")}
        value={crawls.find(({ id }) => id === query.crawl)?.title ?? null}
        clearHref={hrefOf({ crawl: null })}
        clearLabel={t("reports.earnings.allCrawls")}
        icon={<RouteIcon aria-hidden size={15} />}
      >
        {crawls.map(({ id, title }) => (
          <FilterChoice key={id} href={hrefOf({ crawl: id })} current={id === query.crawl}>
            {title}
          </FilterChoice>
        ))}
      </FilterChip>
    </ReportFilters>
  );
}

const isTotal = ({ channel }: Row) => channel === "";

/** What a row is called: its channel, with the partner below; the last ones have all of a currency. */
function Name({ row }: { row: Row }) {
  const { t } = useText();
  if (isTotal(row)) return <strong>{t("reports.earnings.all", { currency: row.currency })}</strong>;
  return (
    <span className="grid md:py-1">
      <span className="whitespace-normal">{channelName(row.channel, t)}</span>
      {row.partner && <span className="truncate text-fine text-text-3">{row.partner}</span>}
    </span>
  );
}

function Net({ row }: { row: Row }) {
  const { t, locale } = useText();
  return (
    <span className={`inline-flex items-center gap-1${isTotal(row) ? " font-semibold" : ""}`}>
      {formatMoney({ amount: netOf(row), currency: row.currency }, locale)}
      <WhyAmount name={t("reports.earnings.net")} why={whyNet(row)} />
    </span>
  );
}

/** Where a row's money is, a line for each place that has some. */
function Money({ row }: { row: Row }) {
  const { t, locale } = useText();
  const places = PLACES_OF_MONEY.filter((place) => row[place] !== 0);
  return (
    <span className="grid text-fine max-md:max-w-44">
      {places.map((place) => (
        <span key={place} className={place === "missing" ? "font-semibold text-danger" : "text-text-2"}>
          {t(`reports.money.${place}`)} {formatMoney({ amount: row[place], currency: row.currency }, locale)}
        </span>
      ))}
    </span>
  );
}

function useColumns(): Column<Row>[] {
  const { t, locale } = useText();
  // what is nothing steps back: most rows have no commission or no fee
  const money = (amount: number | null, row: Row) => (
    <span className={isTotal(row) ? "font-semibold" : amount === 0 ? "text-text-3" : undefined}>
      {amount === null ? "–" : formatMoney({ amount, currency: row.currency }, locale)}
    </span>
  );
  const figure = (id: string, head: ReactNode, cell: Column<Row>["cell"]): Column<Row> => ({
    id,
    head,
    cell,
    numeric: true,
  });
  return [
    { id: "channel", head: t("reports.earnings.channel"), cell: (row) => <Name row={row} /> },
    figure("places", t("reports.earnings.places"), (row) => (
      <span className={isTotal(row) ? "font-semibold" : undefined}>
        {numberFormat(languageTag(locale), {}).format(row.places)}
      </span>
    )),
    figure("price", t("reports.earnings.price"), (row) => money(row.revenue, row)),
    figure("commission", t("reports.earnings.commission"), (row) => money(row.commission, row)),
    figure("fee", t("reports.earnings.fee"), (row) => money(row.fee, row)),
    figure("withheld", t("reports.earnings.withheld"), (row) => money(WITHHELD, row)),
    // above the amounts, not above the questions beside them
    figure("net", <span className="pr-7">{t("reports.earnings.net")}</span>, (row) => <Net row={row} />),
    figure("each", t("reports.earnings.perPlace"), (row) => money(netPerPlace(row), row)),
    { id: "money", head: t("reports.earnings.money"), cell: (row) => <Money row={row} /> },
  ];
}

function usePhone(): (row: Row) => PhoneRow {
  const { t } = useText();
  return (row) => ({
    first: <Name row={row} />,
    second: t("reports.earnings.placesSold", { count: row.places }),
    end: <Net row={row} />,
    endSecond: <Money row={row} />,
  });
}
