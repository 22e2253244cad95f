import { CalendarDays } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { formatMoney } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { hours, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { BulkEditDialog } from "#src/modules/schedule/admin/bulk-edit.tsx";
import { crawlOf, CrawlMark, editPath, Fill, NightStrip } from "#src/modules/schedule/admin/night-line.tsx";
import type { AdminCrawl, AdminDeparture } from "#src/modules/schedule/schema.ts";
import { BulkBar } from "#src/ui/admin/bulk-bar.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type NightListProps = {
  nights: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
  today: string;
  may: boolean;
};

/** The departures of a month as rows, of which several can be changed at once. */
export function NightList({ nights, crawls, today, may }: NightListProps) {
  const { t, locale } = useText();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const columns = useColumns(crawls, today);
  const titleOf = (night: AdminDeparture) => crawlOf(crawls, night)?.title ?? "";
  // of rows that another month or filter took away nothing is selected any more
  const chosen = nights.filter(({ id }) => selected.has(id));
  const label = (night: AdminDeparture) =>
    t("departures.select", { date: shortDate(night.date, locale, today), crawl: titleOf(night) });
  return (
    <>
      <Panel padded={false}>
        <DataTable
          label={t("departures.title")}
          columns={columns}
          rows={nights}
          rowId={({ id }) => id}
          openHref={({ id }) => editPath(id, locale)}
          phone={(night) => phoneRow(night, titleOf(night), shortDate(night.date, locale, today))}
          selection={
            may
              ? {
                  selected,
                  onChange: select,
                  labels: {
                    all: t("departures.selectAll"),
                    one: (id) => label(nights.find((night) => night.id === id)!),
                  },
                }
              : undefined
          }
          empty={
            <Empty
              title={t("departures.none")}
              text={t("departures.none.text")}
              action={
                may && (
                  <AdminLink
                    kind="ink"
                    to={localizedPath("/admin/schedule/new?kind=series", locale)}
                    icon={<CalendarDays aria-hidden size={16} />}
                  >
                    {t("departures.series")}
                  </AdminLink>
                )
              }
            />
          }
        />
      </Panel>
      {chosen.length > 0 && (
        <BulkBar
          clearLabel={t("departures.unselect")}
          onClear={() => select(new Set())}
          summary={
            <>
              <strong>{t("departures.selected", { count: chosen.length })}</strong>
              <span>
                {t("departures.selected.guests", { count: chosen.reduce((sum, { confirmed }) => sum + confirmed, 0) })}
              </span>
            </>
          }
        >
          <AdminButton onClick={() => setEditing(true)}>{t("departures.bulk")}</AdminButton>
        </BulkBar>
      )}
      <BulkEditDialog
        open={isEditing}
        nights={chosen}
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

const phoneRow = (night: AdminDeparture, title: string, date: string): PhoneRow => ({
  first: `${date} · ${night.start_time}`,
  second: title,
  end: <Fill night={night} />,
});

function useColumns(crawls: readonly AdminCrawl[], today: string): Column<AdminDeparture>[] {
  const { t, locale } = useText();
  return [
    { id: "date", head: t("departures.date"), cell: ({ date }) => shortDate(date, locale, today) },
    { id: "hours", head: t("departures.hours"), cell: (night) => hours(night.start_time, night.end_time) },
    {
      id: "crawl",
      head: t("departures.crawl"),
      cell: (night) => {
        const crawl = crawlOf(crawls, night);
        return (
          <span className="flex items-center gap-1.5">
            <CrawlMark colour={crawl?.colour ?? 0} />
            {crawl?.title}
          </span>
        );
      },
    },
    { id: "price", head: t("departures.price"), numeric: true, cell: (night) => <Price {...{ night, crawls }} /> },
    {
      id: "strip",
      head: t("departures.fill"),
      cell: (night) => night.state !== "cancelled" && <NightStrip night={night} className="w-36!" />,
    },
    { id: "fill", head: t("departures.booked.head"), numeric: true, cell: (night) => <Fill night={night} /> },
  ];
}

function Price({ night, crawls }: { night: AdminDeparture; crawls: readonly AdminCrawl[] }) {
  const { locale } = useText();
  const crawl = crawlOf(crawls, night);
  const regular = night.price ?? crawl?.price;
  if (!crawl || regular === null || regular === undefined) return null;
  const say = (amount: number) => formatMoney({ amount, currency: crawl.currency }, locale);
  if (night.sale_price === null) return say(regular);
  return (
    <>
      <s className="mr-1.5 text-text-3">{say(regular)}</s>
      {say(night.sale_price)}
    </>
  );
}
