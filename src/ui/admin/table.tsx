import { ArrowDown, ArrowUp } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";
import { AdminCheck } from "./field.tsx";
import { useKeys } from "./use-keys.ts";

export type Column<Row> = {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures, right-aligned. */
  numeric?: boolean;
  sortable?: boolean;
  /** Takes what the other columns leave, however long its text is; with `NameInCell` the text is cut. */
  grows?: boolean;
};

/** A row on a phone: two lines with an optional right-aligned end each. */
export type PhoneRow = { first: ReactNode; second?: ReactNode; end?: ReactNode; endSecond?: ReactNode };

type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  labels: { all: string; one: (id: string) => string };
};

type DataTableProps<Row> = {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  phone: (row: Row) => PhoneRow;
  /** The link of a row: usually this list with its side panel open. Null for a row that leads nowhere. */
  openHref?: (row: Row) => string | null;
  /** The row whose panel is open. */
  opened?: string | null;
  sort?: { by: string; descending: boolean; hrefOf: (column: string) => string };
  selection?: Selection;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

/**
 * Rows of a list that the server sorts, filters and paginates; two lines each on phones. The first cell links to what the row
 * opens. Keys: J, K or the arrows move between rows, X selects, Enter opens.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, openHref, opened, sort, selection, empty } = props;
  const place = useRef<HTMLDivElement>(null);
  useRowKeys(place);
  const card = useOwnScroll(rows.length > 0);
  if (rows.length === 0) return empty;
  return (
    <div ref={place}>
      {/* a head that sticks to the page would stick to what scrolls by itself */}
      <div ref={card} className="data-wide:overflow-x-auto max-md:hidden data-wide:[&_th]:top-0">
        <table aria-label={label} className="data-table w-full">
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="w-9">
                  <SelectAll {...selection} ids={rows.map(rowId)} />
                </th>
              )}
              {columns.map((column) => (
                <ColumnHead key={column.id} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = rowId(row);
              const isSelected = selection?.selected.has(id) ?? false;
              return (
                <tr key={id} data-row className={isSelected ? "bg-agave-tint" : id === opened ? "bg-hover" : undefined}>
                  {selection && (
                    <td>
                      <SelectOne {...selection} id={id} />
                    </td>
                  )}
                  {columns.map((column, index) => (
                    <td
                      key={column.id}
                      className={
                        classNames(
                          column.numeric && "text-right",
                          column.grows && "w-full max-w-0 min-w-48",
                          id === opened && index === 0 && !selection && "shadow-[inset_3px_0_0_var(--c-agave)]",
                        ) || undefined
                      }
                    >
                      {index === 0 ? <MaybeLink to={openHref?.(row)}>{column.cell(row)}</MaybeLink> : column.cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <ul aria-label={label} className="md:hidden">
        {rows.map((row) => (
          <PhoneLine key={rowId(row)} {...props} row={row} />
        ))}
      </ul>
    </div>
  );
}

/** Lets a table that is wider than its card scroll in it, rather than out of it: how wide one is depends on its rows. */
function useOwnScroll(any: boolean) {
  const card = useRef<HTMLDivElement>(null);
  // only the browser knows how wide things are
  useLayoutEffect(() => {
    const [box, table] = [card.current, card.current?.firstElementChild];
    if (!any || !box || !table) return;
    const look = () => box.toggleAttribute("data-wide", table.scrollWidth > box.clientWidth);
    const sizes = new ResizeObserver(look);
    for (const element of [box, table]) sizes.observe(element);
    return () => sizes.disconnect();
  }, [any]);
  return card;
}

/** A typed name in a cell, cut where there is no room: one as long as the forms take would push other columns out of the page. */
export const NameInCell = ({ children, beside }: { children: ReactNode; beside?: ReactNode }) => (
  <span className="name-in-cell">
    <span className="truncate">{children}</span> {/* the blank is for whoever copies or reads the row as text */}
    {beside && <span>{beside}</span>}
  </span>
);

/** The link covers its row, so that a click anywhere opens it; controls in the row are above it (`relative z-1`; checkboxes by their class). */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} preventScrollReset data-row-link discover="none" className="row-link">
      {children}
    </Link>
  );
}

function ColumnHead<Row>({ column, sort }: { column: Column<Row>; sort: DataTableProps<Row>["sort"] }) {
  const { id, head, numeric, sortable } = column;
  const look = numeric ? "text-right" : undefined;
  if (!sort || !sortable) {
    return (
      <th scope="col" className={look}>
        {head}
      </th>
    );
  }
  const isSorted = sort.by === id;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const order = isSorted ? (sort.descending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" aria-sort={order} className={look}>
      <Link
        to={sort.hrefOf(id)}
        preventScrollReset
        className={classNames(
          "inline-flex items-center gap-1 no-underline hover:text-text",
          isSorted ? "text-text" : "text-inherit",
        )}
      >
        {head}
        {isSorted && <Arrow aria-hidden size={12} />}
      </Link>
    </th>
  );
}

function SelectAll({ selected, onChange, labels, ids }: Selection & { ids: readonly string[] }) {
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <AdminCheck
      aria-label={labels.all}
      checked={count === ids.length}
      mixed={count > 0 && count < ids.length}
      onChange={() => onChange(new Set(count === ids.length ? [] : ids))}
    />
  );
}

function SelectOne({ selected, onChange, labels, id }: Selection & { id: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return <AdminCheck aria-label={labels.one(id)} checked={selected.has(id)} onChange={toggle} />;
}

const MaybeLink = ({ to, children }: { to: string | null | undefined; children: ReactNode }) =>
  to ? <RowLink to={to}>{children}</RowLink> : children;

function PhoneLine<Row>({ row, rowId, phone, openHref, selection }: DataTableProps<Row> & { row: Row }) {
  const id = rowId(row);
  const { first, second, end, endSecond } = phone(row);
  return (
    <li data-row className={classNames("phone-row", selection?.selected.has(id) && "bg-agave-tint")}>
      {selection && (
        <span>
          <SelectOne {...selection} id={id} />
        </span>
      )}
      <div>
        <span className="truncate">
          <MaybeLink to={openHref?.(row)}>{first}</MaybeLink>
        </span>
        <span className="text-right">{end}</span>
        <span className="truncate text-text-2">{second}</span>
        <span className="text-right">{endSecond}</span>
      </div>
    </li>
  );
}

function useRowKeys(place: { current: HTMLElement | null }) {
  const links = () =>
    [...(place.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])].filter((link) =>
      link.checkVisibility(),
    );
  const walk = (step: number) => () => {
    // the keys are those of the open panel, which leads to the rows before and after it
    if (document.querySelector("[data-walks]")) return false;
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
    next?.focus();
    return next !== undefined;
  };
  const arrow = (step: number) => () => links().includes(document.activeElement as HTMLElement) && walk(step)();
  const select = () => {
    const row = document.activeElement?.closest("[data-row]");
    const box = row && place.current?.contains(row) ? row.querySelector<HTMLElement>("input[type=checkbox]") : null;
    box?.click();
    return box !== null;
  };
  useKeys({ j: walk(1), k: walk(-1), ArrowDown: arrow(1), ArrowUp: arrow(-1), x: select });
}
