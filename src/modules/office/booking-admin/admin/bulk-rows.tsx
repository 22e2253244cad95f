import { ArrowLeft, RefreshCw } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { refusalOf } from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import type { ListedBooking, NotDone } from "#src/modules/office/booking-admin/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, NameInCell } from "#src/ui/admin/table.tsx";

/** Why nothing is done about a booking, in a sentence. */
export function useReason(): (refused: NotDone) => string {
  const { t, locale } = useText("booking-admin");
  return (refused) => {
    const { formError, values } = refusalOf(refused, locale);
    return t(formError, values);
  };
}

/** A choice that the page's address holds, shown at once while the page for it loads, and a way to choose. The bookings stay. */
export function useAddressed<Value extends string>(name: string, current: Value): [Value, (value: Value) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // a second choice made while the page for the first one loads keeps that one
  const { location: next } = useNavigation();
  const [picked, pick] = useState({ current, value: current });
  // the page for another choice has loaded
  if (picked.current !== current) pick({ current, value: current });
  const choose = (value: Value) => {
    pick({ current, value });
    const params = new URLSearchParams(next?.pathname === pathname ? next.search : search);
    params.set(name, value);
    void navigate(`${pathname}?${params}`, { replace: true, preventScrollReset: true });
  };
  return [picked.value, choose];
}

/** Said of a booking about which nothing is done. */
export function Stays({ why }: { why: string }) {
  const { t } = useText();
  return (
    <>
      <Badge tone="judge">{t("booking-admin-bulk.stays")}</Badge> <span className="text-text-2">{why}</span>
    </>
  );
}

type BulkHeadProps = { title: string; meta?: ReactNode; actions?: ReactNode };

/** The head of a page about several bookings, with the way back to the list. */
export function BulkHead({ title, meta, actions }: BulkHeadProps) {
  const { t, locale } = useText();
  return (
    <PageHead
      title={title}
      tab={t("admin.tab", { page: title, brand: t("common.brand") })}
      meta={meta}
      actions={actions}
      back={
        <nav aria-label={t("booking-admin-bulk.path")}>
          <AdminLink
            kind="quiet"
            small
            icon={<ArrowLeft aria-hidden size={14} />}
            to={localizedPath("/admin/bookings", locale)}
            className="-ml-2"
          >
            {t("booking-admin-list.title")}
          </AdminLink>
        </nav>
      }
    />
  );
}

type BulkRowsProps<Row extends { booking: ListedBooking }> = {
  title: string;
  rows: readonly Row[];
  today: string;
  /** The head and cell of the amount. */
  money?: { head: string; cell: (row: Row) => ReactNode };
  /** What happens to a booking, or happened. */
  what: (row: Row) => ReactNode;
  isOver?: boolean;
};

/** The bookings of a bulk act, each with what happens to it; a row leads to its booking. */
export function BulkRows<Row extends { booking: ListedBooking }>({
  title,
  rows,
  today,
  money,
  what,
  isOver = false,
}: BulkRowsProps<Row>) {
  const { t, locale } = useText();
  const night = ({ booking }: Row) => `${shortDate(booking.date, locale, today)}, ${booking.time}`;
  const crawl = ({ booking }: Row) => inLocale(locale, booking.crawl.en, booking.crawl.es);
  const name = ({ booking }: Row) => (
    <NameInCell beside={<span className="font-mono text-text-2">{booking.reference}</span>}>{booking.name}</NameInCell>
  );
  const shortCrawl = (row: Row) => <span className="block max-w-40 truncate">{crawl(row)}</span>;
  const happens = (row: Row) => <span className="block max-w-80 whitespace-normal">{what(row)}</span>;
  const wrapped = (row: Row) => <span className="whitespace-normal">{what(row)}</span>;
  const people = ({ booking }: Row) => booking.people;
  const columns: Column<Row>[] = [
    { id: "name", head: t("booking-admin-list.column.name"), cell: name, grows: true },
    { id: "guests", head: t("booking-admin-list.column.guests"), numeric: true, cell: people },
    { id: "night", head: t("booking-admin-list.column.night"), cell: night },
    { id: "crawl", head: t("booking-admin-list.column.crawl"), cell: shortCrawl },
    ...(money ? [{ id: "money", head: money.head, numeric: true, cell: money.cell }] : []),
    { id: "what", head: isOver ? t("booking-admin-bulk.became") : t("booking-admin-bulk.what"), cell: happens },
  ];
  const party = ({ booking }: Row) => (
    <>
      {booking.name} <span className="font-normal text-text-3">× {booking.people}</span>
    </>
  );
  return (
    <Panel title={title} padded={false}>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ booking }) => booking.id}
        openHref={({ booking }) => localizedPath(`/admin/bookings/${booking.id}`, locale)}
        phone={(row) => ({
          first: party(row),
          second: wrapped(row),
          end: money?.cell(row) ?? night(row),
          endSecond: money ? shortDate(row.booking.date, locale) : null,
        })}
        empty={null}
      />
    </Panel>
  );
}

/** What is shown instead of a preview of more bookings than can be done at once. */
export function TooMany({ max }: { max: number }) {
  const { t, locale } = useText();
  return (
    <div className="max-w-[60rem]">
      <BulkHead title={t("booking-admin-bulk.tooMany", { max })} />
      <p className="mb-3 text-text-2">{t("booking-admin-bulk.tooManyText")}</p>
      <AdminLink to={localizedPath("/admin/bookings", locale)}>{t("booking-admin-bulk.toList")}</AdminLink>
    </div>
  );
}

/** Shown when the preview is no longer true. */
export function Stale() {
  const { t } = useText();
  return (
    <div role="alert" className="mb-3">
      <AdminNotice tone="judge" icon={<RefreshCw aria-hidden size={16} />}>
        <p className="font-semibold">{t("booking-admin-bulk.stale.title")}</p>
        <p>{t("booking-admin-bulk.stale.text")}</p>
      </AdminNotice>
    </div>
  );
}
