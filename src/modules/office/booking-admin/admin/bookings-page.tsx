import { useState } from "react";
import { useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookingActions } from "#src/modules/office/booking-admin/admin/booking-actions.tsx";
import { BookingBadge, BookingMeta, BookingPanel } from "#src/modules/office/booking-admin/admin/booking-panel.tsx";
import { Counted } from "#src/modules/office/booking-admin/admin/counted.tsx";
import { ListActions } from "#src/modules/office/booking-admin/admin/list-actions.tsx";
import { ListBulk } from "#src/modules/office/booking-admin/admin/list-bulk.tsx";
import { ListFilters } from "#src/modules/office/booking-admin/admin/list-filters.tsx";
import { ListTable } from "#src/modules/office/booking-admin/admin/list-table.tsx";
import { ListViews } from "#src/modules/office/booking-admin/admin/list-views.tsx";
import { useExtent } from "#src/modules/office/booking-admin/admin/use-extent.ts";
import { listHref } from "#src/modules/office/booking-admin/rules/filters.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";
import type { Panel as BookingPanelData } from "#src/modules/office/booking-admin/rules/panel.ts";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { Route } from "#routes/admin/office/+types/bookings.ts";

/** All bookings: filter, sort, select, email and export. All state is in the URL. */
export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { query, list, near, extent, views, choices, panel, today, now, mayChange } = loaderData;
  const base = localizedPath("/admin/bookings", locale);
  const { countIn, moneyIn } = useExtent();
  const { search } = useLocation();
  const chosen = useChosen(listHref("", { ...query, rows: 50, columns: [] }), list.bookings);
  /** This list at this page, with a booking's panel open or none. */
  const openHref = (id: string | null) => {
    const params = new URLSearchParams(search);
    if (id) params.set("open", id);
    else params.delete("open");
    const text = params.toString();
    return text === "" ? base : `${base}?${text}`;
  };
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
        actions={<ListActions base={base} query={query} />}
      />
      <ListViews base={base} query={query} views={views} />
      <ListFilters base={base} query={query} choices={choices} today={today} />
      <Panel padded={false}>
        <ListTable
          base={base}
          list={list}
          near={near}
          extent={extent}
          query={query}
          today={today}
          now={now}
          open={panel?.id ?? null}
          openHref={openHref}
          {...chosen}
        />
      </Panel>
      {chosen.selected.size > 0 && (
        <ListBulk
          base={base}
          query={query}
          extent={extent}
          mayChange={mayChange}
          tags={choices.tags.map(({ name }) => name)}
          {...chosen}
        />
      )}
      {panel && <OpenBooking panel={panel} rows={list.bookings} hrefOf={openHref} />}
    </>
  );
}

type OpenBookingProps = {
  panel: BookingPanelData;
  rows: readonly ListedBooking[];
  hrefOf: (id: string | null) => string;
};

/** One booking beside the list, with links to its neighbours. */
function OpenBooking({ panel, rows, hrefOf }: OpenBookingProps) {
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
      closeHref={hrefOf(null)}
      {...neighboursOf(rows, panel.id, ({ id }) => hrefOf(id))}
      {...(panel.may.change ? { footer: <BookingActions panel={panel} /> } : {})}
    >
      <BookingPanel panel={panel} />
    </SidePanel>
  );
}

/** The selected rows: kept across pages, cleared when the query changes. */
function useChosen(view: string, rows: readonly ListedBooking[]) {
  const [selection, keep] = useState<{ view: string; rows: ReadonlyMap<string, ListedBooking>; all: boolean }>(NONE);
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
const NONE = { view: "", rows: new Map<string, ListedBooking>(), all: false };
