import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { StateBadge } from "#src/modules/office/booking-admin/admin/state-badge.tsx";
import { TagChips } from "#src/modules/office/booking-admin/admin/tag-chips.tsx";
import { Counted } from "#src/modules/office/booking-admin/admin/counted.tsx";
import { useExtent } from "#src/modules/office/booking-admin/admin/use-extent.ts";
import {
  BOOKING_LIST,
  type BookingQuery,
  type Column,
  SORTS,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import type { BookingList, Extent, BookingRow } from "#src/modules/office/booking-admin/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { type Column as TableColumn, DataTable, NameInCell, type PhoneRow } from "#src/ui/admin/table.tsx";

type ListTableProps = {
  list: List<BookingQuery>;
  page: Omit<BookingList, "bookings"> & { bookings: readonly BookingRow[] };
  /** what a search text that finds nothing may have meant */
  near: readonly string[];
  extent: Promise<Extent>;
  today: string;
  now: string;
  open: string | null;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
};

/** A page of the list, with its pager. */
export function ListTable({ list, page, near, extent, today, now, open, selected, onSelect }: ListTableProps) {
  const { t, locale } = useText();
  const { countIn, figure } = useExtent();
  const { bookings, first, previous, next } = page;
  const { values: query, hrefOf } = list;
  const rows = { first: figure(first), last: figure(first + bookings.length - 1) };
  const context: ColumnContext = { t, locale, today, now };
  const empty = (
    <Nearest
      search={query.q}
      near={near}
      hrefOf={(q) => hrefOf({ q })}
      otherwise={
        <Empty
          title={t("booking-admin-list.empty.title")}
          text={t("booking-admin-list.empty.text")}
          action={
            <AdminLink to={hrefOf(BOOKING_LIST.unfiltered(query))}>{t("booking-admin-list.empty.all")}</AdminLink>
          }
        />
      }
    />
  );
  return (
    <>
      <DataTable
        label={t("booking-admin-list.title")}
        columns={[nameColumn(t), ...query.cols.map((column) => columnOf(column, context))]}
        rows={bookings}
        rowId={({ id }) => id}
        openHref={({ id }) => hrefOf({ open: id })}
        opened={open}
        phone={(row) => phoneRow(row, context)}
        sort={list.sort("sort", (column) => column === "booked" || column === "total")}
        selection={{
          selected,
          onChange: onSelect,
          labels: {
            all: t("booking-admin-list.select.page"),
            one: (id) =>
              t("booking-admin-list.select.one", { name: bookings.find((row) => row.id === id)?.name ?? "" }),
          },
        }}
        empty={empty}
      />
      {bookings.length > 0 && (
        <Pager
          summary={
            <Counted extent={extent} meanwhile={`${rows.first}–${rows.last}`}>
              {(counted) => t("booking-admin-list.rows", { ...rows, count: countIn(counted) })}
            </Counted>
          }
          previousHref={previous && hrefOf({ before: previous, after: null })}
          nextHref={next && hrefOf({ after: next, before: null })}
        />
      )}
    </>
  );
}

type ColumnContext = { t: Text; locale: Locale; today: string; now: string };
type BookingColumn = TableColumn<BookingRow>;

const nameColumn = (t: Text): BookingColumn => ({
  id: "name",
  head: t("booking-admin-list.column.name"),
  sortable: true,
  grows: true,
  cell: ({ name, reference, test, tags }) => (
    <NameInCell
      beside={
        <>
          <span className="font-mono text-text-2">{reference}</span>{" "}
          {test && <span className="text-text-3">{t("booking-admin-list.test")}</span>} <TagChips tags={tags} />
        </>
      }
    >
      {name}
    </NameInCell>
  ),
});

function columnOf(column: Column, context: ColumnContext): BookingColumn {
  const { t, locale } = context;
  const cells: Record<Column, BookingColumn["cell"]> = {
    guests: ({ people }) => people,
    crawl: ({ crawl }) => <span className="block max-w-48 truncate">{inLocale(locale, crawl.en, crawl.es)}</span>,
    night: (row) => (
      <>
        {shortDate(row.date, locale, context.today)} <span className="text-text-3">{row.time}</span>
      </>
    ),
    total: ({ total }) => formatMoney(total, locale),
    state: (row) => <StateBadge booking={row} now={context.now} />,
    payment: ({ provider }) =>
      provider ? providerText(provider, t) : <span className="text-text-3">{t("booking-admin-list.unpaid")}</span>,
    coupon: ({ coupon }) => coupon && <span className="font-mono text-fine">{coupon}</span>,
    partner: ({ partner }) =>
      partner && (
        <span className="block max-w-40 truncate" title={t("booking-admin-list.reason", { reason: partner.reason })}>
          {partner.name}
        </span>
      ),
    source: ({ source }) => source && t(`booking-admin-list.source.${source}`),
    email: ({ email }) => email,
    language: ({ language }) => language && t(`booking-admin-list.language.${language}`),
    booked: (row) => <span className="text-text-2">{bookedWhen(row, context)}</span>,
  };
  return {
    id: column,
    head: t(`booking-admin-list.column.${column}`),
    cell: cells[column],
    numeric: column === "guests" || column === "total" || column === "booked",
    sortable: (SORTS as readonly string[]).includes(column),
  };
}

const phoneRow = (row: BookingRow, context: ColumnContext): PhoneRow => ({
  first: (
    <>
      {row.name} <span className="font-normal text-text-3">× {row.people}</span> <TagChips tags={row.tags} most={1} />
    </>
  ),
  // the crawl only fits without the year
  second: `${shortDate(row.date, context.locale)} ${row.time} · ${inLocale(context.locale, row.crawl.en, row.crawl.es)}`,
  end: formatMoney(row.total, context.locale),
  endSecond: <StateBadge booking={row} now={context.now} />,
});

/** The time of a booking made today, else the date. */
function bookedWhen({ bookedAt, zone }: BookingRow, { locale, today }: ColumnContext): string {
  const at = new Date(bookedAt);
  const day = dateIn(at, zone);
  return day === today ? clockIn(at, zone) : shortDate(day, locale, today);
}
