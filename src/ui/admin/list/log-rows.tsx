import { type ReactNode } from "react";
import { classNames } from "../../class-names.ts";
import { Empty } from "../empty.tsx";
import { Panel } from "../panel.tsx";
import { ListPages, type ListRowsProps } from "./list-page.tsx";
import type { List } from "./use-list.ts";

type LogRowsProps<Values extends object, Row extends { id: string | number }> = {
  list: List<Values>;
  /** The list's accessible name. */
  label: string;
  /** The grid's columns, as a class of wide screens; on narrow ones a row's cells stand below each other. */
  columns: string;
  heads: readonly string[];
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
  empty: { title: string; text: string };
  pages: NonNullable<ListRowsProps<Values, never>["pages"]>;
};

/** The rows of a log, whose cells are as high as what they say; each row leads nowhere. */
export function LogRows<Values extends object, Row extends { id: string | number }>({
  list,
  label,
  columns,
  heads,
  rows,
  children,
  empty,
  pages,
}: LogRowsProps<Values, Row>) {
  return (
    <Panel padded={false}>
      {rows.length === 0 ? (
        <Empty {...empty} />
      ) : (
        <>
          <div
            aria-hidden
            className={classNames(
              "grid h-8 items-center border-b border-line-2 px-3.5 text-fine font-semibold text-text-3 max-md:hidden md:gap-x-4",
              columns,
            )}
          >
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          <ul aria-label={label}>
            {rows.map((row) => (
              <li
                key={row.id}
                className={classNames(
                  "grid gap-y-1 border-b border-border px-3.5 py-2 last:border-b-0 hover:bg-hover md:gap-x-4",
                  columns,
                )}
              >
                {children(row)}
              </li>
            ))}
          </ul>
          <ListPages list={list} {...pages} />
        </>
      )}
    </Panel>
  );
}
