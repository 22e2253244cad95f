import { CalendarDays } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { formatMoney } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { hours, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import { BulkEditDialog } from "#src/modules/sales/schedule/admin/bulk-edit.tsx";
import { crawlOf, editPath, Fill, DepartureStrip } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import { NightLink } from "#src/modules/sales/schedule/admin/night-link.tsx";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { BulkBar } from "#src/ui/admin/bulk-bar.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type DepartureListProps = {
  departures: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
  today: string;
  may: boolean;
};

/** A month's departures as rows, selectable for a bulk edit. */
export function DepartureList({ departures, crawls, today, may }: DepartureListProps) {
  const { t, locale } = useText();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const columns = useColumns(crawls, today);
  const titleOf = (departure: AdminDeparture) => crawlOf(crawls, departure)?.title ?? "";
  // rows removed by another month or filter are deselected
  const chosen = departures.filter(({ id }) => selected.has(id));
  const toCancel = chosen.filter(({ state }) => state !== "cancelled" && state !== "over");
  const label = (departure: AdminDeparture) =>
    t("schedule-admin.select", { date: shortDate(departure.date, locale, today), crawl: titleOf(departure) });
  return (
    <>
      <Panel padded={false}>
        <DataTable
          label={t("schedule-admin.title")}
          columns={columns}
          rows={departures}
          rowId={({ id }) => id}
          openHref={({ id }) => editPath(id, locale)}
          phone={(departure) => phoneRow(departure, titleOf(departure), shortDate(departure.date, locale, today))}
          selection={
            may
              ? {
                  selected,
                  onChange: select,
                  labels: {
                    all: t("schedule-admin.selectAll"),
                    one: (id) => label(departures.find((departure) => departure.id === id)!),
                  },
                }
              : undefined
          }
          empty={
            <Empty
              title={t("schedule-admin.none")}
              text={t("schedule-admin.none.text")}
              action={
                may && (
                  <AdminLink
                    kind="ink"
                    to={localizedPath("/admin/schedule/new?kind=series", locale)}
                    icon={<CalendarDays aria-hidden size={16} />}
                  >
                    {t("schedule-admin.series")}
                  </AdminLink>
                )
              }
            />
          }
        />
      </Panel>
      {chosen.length > 0 && (
        <BulkBar
          clearLabel={t("schedule-admin.unselect")}
          onClear={() => select(new Set())}
          summary={
            <>
              <strong>{t("schedule-admin.selected", { count: chosen.length })}</strong>
              <span>
                {t("schedule-admin.selected.guests", {
                  count: chosen.reduce((sum, { confirmed }) => sum + confirmed, 0),
                })}
              </span>
            </>
          }
        >
          <AdminButton onClick={() => setEditing(true)}>{t("schedule-admin.bulk")}</AdminButton>
          {toCancel.length > 0 && (
            <AdminLink
              kind="danger"
              to={localizedPath(`/admin/schedule/cancel?nights=${toCancel.map(({ id }) => id).join(",")}`, locale)}
            >
              {t("schedule-admin.bulk.cancel", { count: toCancel.length })}
            </AdminLink>
          )}
        </BulkBar>
      )}
      <BulkEditDialog
        open={isEditing}
        departures={chosen}
        crawls={crawls}
        onClose={() => setEditing(false)}
        onDone={() => {
          setEditing(false);
          select(new Set());
        }}
      />
    </>
  );
}

const phoneRow = (departure: AdminDeparture, title: string, date: string): PhoneRow => ({
  first: `${date} · ${departure.start_time}`,
  second: title,
  end: <Fill departure={departure} />,
});

function useColumns(crawls: readonly AdminCrawl[], today: string): Column<AdminDeparture>[] {
  const { t, locale } = useText();
  return [
    { id: "date", head: t("schedule-admin.date"), cell: ({ date }) => shortDate(date, locale, today) },
    {
      id: "hours",
      head: t("schedule-admin.hours"),
      cell: (departure) => hours(departure.start_time, departure.end_time, locale),
    },
    {
      id: "crawl",
      head: t("schedule-admin.crawl"),
      cell: (departure) => {
        const crawl = crawlOf(crawls, departure);
        return (
          <span className="flex items-center gap-1.5">
            <CrawlMark colour={crawl?.colour} />
            {crawl?.title}
          </span>
        );
      },
    },
    {
      id: "price",
      head: t("schedule-admin.price"),
      numeric: true,
      cell: (departure) => <Price {...{ departure, crawls }} />,
    },
    {
      id: "strip",
      head: t("schedule-admin.fill"),
      cell: (departure) =>
        departure.state !== "cancelled" && <DepartureStrip departure={departure} className="w-36!" />,
    },
    {
      id: "fill",
      head: t("schedule-admin.booked.head"),
      numeric: true,
      cell: (departure) => (
        <span className="inline-flex items-center gap-1.5">
          <Fill departure={departure} />
          <NightLink departureId={departure.id} title={crawlOf(crawls, departure)?.title ?? ""} />
        </span>
      ),
    },
  ];
}

function Price({ departure, crawls }: { departure: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { locale } = useText();
  const crawl = crawlOf(crawls, departure);
  const regular = departure.price ?? crawl?.price;
  if (!crawl || regular === null || regular === undefined) return null;
  const say = (amount: number) => formatMoney({ amount, currency: crawl.currency }, locale);
  if (departure.sale_price === null) return say(regular);
  return (
    <>
      <s className="mr-1.5 text-text-3">{say(regular)}</s>
      {say(departure.sale_price)}
    </>
  );
}
