import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { BookingActions } from "#src/modules/office/booking-admin/admin/booking-actions.tsx";
import { BookingBadge, BookingMeta, BookingPanel } from "#src/modules/office/booking-admin/admin/booking-panel.tsx";
import { Counted } from "#src/modules/office/booking-admin/admin/counted.tsx";
import { ListActions } from "#src/modules/office/booking-admin/admin/list-actions.tsx";
import { ListFilters } from "#src/modules/office/booking-admin/admin/list-filters.tsx";
import { ListTable } from "#src/modules/office/booking-admin/admin/list-table.tsx";
import { ListViews } from "#src/modules/office/booking-admin/admin/list-views.tsx";
import { useExtent } from "#src/modules/office/booking-admin/admin/use-extent.ts";
import { BOOKING_LIST, viewOf } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { BookingRow } from "#src/modules/office/booking-admin/schema.ts";
import type { Panel as BookingPanelData } from "#src/modules/office/booking-admin/rules/panel.ts";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { later } from "#src/ui/later.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { Route } from "#routes/admin/office/+types/bookings.ts";

// nothing is selected to begin with
const ListBulk = later(
  "bookings-bulk",
  async () => (await import("#src/modules/office/booking-admin/admin/list-bulk.tsx")).ListBulk,
);

/** All bookings: filter, sort, select, email and export. All state is in the URL. */
export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { t } = useText();
  const { query, list: page, near, extent, views, choices, panel, today, now, mayChange } = loaderData;
  const list = useList(BOOKING_LIST, "/admin/bookings", query);
  const { countIn, moneyIn } = useExtent();
  const chosen = useChosen(viewOf(query), page.bookings);
  return (
    <>
      <PageHead
        title={t("booking-admin-list.title")}
        tab={t("admin.tab", { page: t("booking-admin-list.title"), brand: t("common.brand") })}
        meta={
          <Counted extent={extent} meanwhile="…">
            {(counted) =>
              [t("booking-admin-list.inView", { count: countIn(counted) }), ...moneyIn(counted)].join(" · ")
            }
          </Counted>
        }
        actions={<ListActions list={list} />}
      />
      <ListViews list={list} views={views} />
      <ListFilters list={list} choices={choices} today={today} />
      <Panel padded={false}>
        <ListTable
          list={list}
          page={page}
          near={near}
          extent={extent}
          today={today}
          now={now}
          open={panel?.id ?? null}
          {...chosen}
        />
      </Panel>
      {chosen.selected.size > 0 && (
        <ListBulk
          list={list}
          extent={extent}
          mayChange={mayChange}
          tags={choices.tags.map(({ name }) => name)}
          {...chosen}
        />
      )}
      {panel && <OpenBooking panel={panel} {...list.panelLinks("open", page.bookings, panel.id)} />}
    </>
  );
}

type OpenBookingProps = {
  panel: BookingPanelData;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
};

/** One booking beside the list, with links to its neighbours. */
function OpenBooking({ panel, ...links }: OpenBookingProps) {
  return (
    <SidePanel
      key={panel.id}
      title={
        <>
          {panel.guest.name || panel.reference}
          <BookingBadge panel={panel} />
        </>
      }
      meta={<BookingMeta panel={panel} />}
      {...links}
      {...(panel.may.change ? { footer: <BookingActions panel={panel} /> } : {})}
    >
      <BookingPanel panel={panel} />
    </SidePanel>
  );
}

/** The selected rows: kept across pages, cleared when the query changes. */
function useChosen(view: string, rows: readonly BookingRow[]) {
  const [selection, keep] = useState<{ view: string; rows: ReadonlyMap<string, BookingRow>; all: boolean }>(NONE);
  const now = selection.view === view ? selection : NONE;
  return {
    selected: new Set(now.rows.keys()),
    chosen: [...now.rows.values()],
    all: now.all,
    onSelect: (ids: ReadonlySet<string>) => {
      const cache = new Map([...now.rows, ...rows.map((row) => [row.id, row] as const)]);
      const next = [...ids].flatMap((id) => (cache.has(id) ? [[id, cache.get(id)!] as const] : []));
      keep({ view, rows: new Map(next), all: false });
    },
    onAll: () => keep({ ...now, view, all: true }),
    onClear: () => keep(NONE),
  };
}
const NONE = { view: "", rows: new Map<string, BookingRow>(), all: false };
