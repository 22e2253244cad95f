import { type ReactNode, useState } from "react";
import { Form, Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { PartyRow } from "#src/modules/office/night/admin/party-row.tsx";
import {
  countsOf,
  GUEST_LIST,
  listOf,
  type ListWish,
  ORDERS,
  SHOWN,
  turnoutOf,
} from "#src/modules/office/night/rules/guest-list.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import { Search } from "#src/ui/lucide/icons.ts";

type GuestPanelProps = {
  night: Night;
  wish: ListWish;
  path: string;
  /** Beside the empty list's text: how to book onto this night. */
  invite: ReactNode;
};

/** The guest list: everybody who has a place, found by name or code, filtered and in order, checked in from here. */
export function GuestPanel({ night, wish, path, invite }: GuestPanelProps) {
  const { t } = useText();
  // the search works as it is typed, without the server: at the door there may be no signal
  const [q, setQ] = useState(wish.q);
  const parties = night.parties.filter(({ state }) => state === "confirmed");
  const counts = countsOf(parties);
  const isOver = night.phase.is === "over";
  const turnout = turnoutOf(night.parties, isOver);
  const found = listOf(parties, { ...wish, q });
  const hrefOf = (change: Partial<ListWish>) => GUEST_LIST.href(path, { ...wish, q }, change);
  if (parties.length === 0)
    return (
      <Panel padded={false}>
        {night.phase.is === "before" || night.phase.is === "running" ? (
          <Empty title={t("night.empty")} text={t("night.emptyText")} action={invite} />
        ) : (
          <Empty title={t("night.emptyAfter")} text={t(`night.emptyAfter.${night.phase.is}`)} />
        )}
      </Panel>
    );
  const filters = SHOWN.filter((key) => key !== "owes" || night.may.readBookings);
  return (
    <Panel
      title={t("night.guests")}
      padded={false}
      action={
        <span className="print:hidden">
          <Segmented
            label={t("night.sort")}
            options={ORDERS.map((order) => ({
              label: t(`night.sort.${order}`),
              href: hrefOf({ sort: order }),
              current: wish.sort === order,
            }))}
          />
        </span>
      }
    >
      <div className="sticky top-0 z-10 grid gap-2 border-b border-border bg-surface px-3.5 pb-2.5 max-md:top-12 print:hidden">
        <Form role="search" preventScrollReset className="relative">
          {GUEST_LIST.fields(wish, ["q"]).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Search
            aria-hidden
            size={15}
            className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-text-3"
          />
          <input
            type="search"
            name="q"
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
            aria-label={t("night.search")}
            placeholder={t(night.may.readBookings ? "night.searchAll" : "night.searchNames")}
            autoComplete="off"
            className="h-(--ctl) w-full rounded-md border border-border-strong bg-surface pr-2 pl-8 text-text placeholder:text-text-3 max-md:text-base"
          />
        </Form>
        <nav
          aria-label={t("night.filters")}
          className="-mx-3.5 flex gap-1.5 overflow-x-auto px-3.5 py-0.5 md:flex-wrap md:overflow-visible"
        >
          {filters.map((key) => (
            <FilterLink
              key={key}
              href={hrefOf({ show: key })}
              name={t(isOver && key === "coming" ? "night.show.missing" : `night.show.${key}`)}
              count={counts[key]}
              current={wish.show === key}
            />
          ))}
        </nav>
      </div>
      {found.length === 0 ? (
        <p role="status" className="px-3.5 py-10 text-center text-text-2">
          {t(q ? "night.nobodyFound" : `night.nobody.${wish.show}`)}
        </p>
      ) : (
        <ul aria-label={t("night.guests")}>
          {found.map((party) => (
            <PartyRow
              key={party.id}
              party={party}
              zone={night.zone}
              isOver={isOver}
              isChecked={turnout?.checked ?? false}
              may={night.may}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type FilterLinkProps = { href: string; name: string; count: number; current: boolean };

function FilterLink({ href, name, count, current }: FilterLinkProps) {
  return (
    <Link
      to={href}
      preventScrollReset
      aria-current={current ? "true" : undefined}
      className={classNames(
        "flex h-(--ctl) shrink-0 items-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap no-underline",
        current
          ? "border-text bg-text text-on-ink"
          : "border-dashed border-border-strong font-medium text-text-2 hover:bg-hover",
      )}
    >
      <b className="font-semibold">{name}</b>
      <span className="tabular-nums">{count}</span>
    </Link>
  );
}
