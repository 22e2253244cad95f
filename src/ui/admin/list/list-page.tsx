import { Download } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { AdminLink } from "../button.tsx";
import { Empty } from "../empty.tsx";
import { Nearest } from "../nearest.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager, PageSteps, PageTurner } from "../pager.tsx";
import { Panel } from "../panel.tsx";
import { type Column, DataTable, type PhoneRow } from "../table.tsx";
import { ViewTabs } from "../view-tabs.tsx";
import { ListFilters, type ListFiltersProps } from "./list-filters.tsx";
import { changeOf, type List } from "./use-list.ts";

type ListHeadProps<Values extends object> = {
  list: List<Values>;
  title: string;
  meta?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
  /** The list as a file: its address below the list's, and the words of the link. */
  file?: { name: string; label: string } | null;
};

/** The head of a list page: title, counts, the list as a file, other actions. */
export function ListHead<Values extends object>({ list, title, meta, back, actions, file }: ListHeadProps<Values>) {
  const { t } = useText();
  return (
    <PageHead
      title={title}
      tab={t("admin.tab", { page: title, brand: t("common.brand") })}
      meta={meta}
      back={back}
      actions={
        (file ?? actions) && (
          <>
            {file && (
              <AdminLink
                to={list.fileHref(file.name)}
                reloadDocument
                download
                icon={<Download aria-hidden size={15} />}
              >
                {file.label}
              </AdminLink>
            )}
            {actions}
          </>
        )
      }
    />
  );
}

export type ListViewsProps<Values extends object> = {
  list: List<Values>;
  label: string;
  /** The parameter that has the view; `view` unless named. */
  name?: keyof Values & string;
  /** Each view with its name and the number of its rows. */
  views: readonly (readonly [view: unknown, label: string, count?: ReactNode])[];
};

/** The views of a list. */
export function ListViews<Values extends object>({ list, label, name, views }: ListViewsProps<Values>) {
  const parameter = name ?? ("view" as keyof Values);
  return (
    <ViewTabs
      label={label}
      views={views.map(([view, words, count]) => ({
        label: words,
        href: list.hrefOf(changeOf<Values>(parameter, view)),
        current: list.values[parameter] === view,
        ...(count === undefined ? {} : { count }),
      }))}
    />
  );
}

type NoRows = { title: string; text?: string; action?: ReactNode };

export type ListRowsProps<Values extends object, Row extends { id: string }> = {
  list: List<Values>;
  /** The list's accessible name. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  phone: (row: Row) => PhoneRow;
  /** What a row leads to: the parameter that opens its panel, or an address. */
  opens?: (keyof Values & string) | ((row: Row) => string | null) | null;
  /** The row whose panel is open. */
  opened?: string | null;
  sort?: { by: string; descending: boolean; hrefOf: (column: string) => string };
  /** What is said without rows. */
  empty: NoRows;
  /** What a search text that finds nothing may have meant, and the list with one of them. */
  near?: readonly string[];
  nearHref?: (search: string) => string;
  /** Pages by number, of rows that are counted or not; or beside a row. */
  pages?: { size: number; total: number } | { isMore: boolean } | AroundProps;
  /** Between the rows and the pager. */
  foot?: ReactNode;
};

type AroundProps = {
  summary: ReactNode;
  newer?: string | number | null;
  older: string | number | null;
  labels?: { previous?: string; next?: string };
};

/** The rows of a list, with its pages; or what is said in their place. */
export function ListRows<Values extends object, Row extends { id: string }>({
  list,
  label,
  rows,
  columns,
  phone,
  opens = null,
  opened = null,
  sort,
  empty,
  near = [],
  nearHref = (q) => list.hrefOf(changeOf<Values>("q" as keyof Values, q)),
  pages,
  foot,
}: ListRowsProps<Values, Row>) {
  const openHref =
    typeof opens === "string" ? ({ id }: Row) => list.hrefOf(changeOf<Values>(opens, id)) : (opens ?? undefined);
  return (
    <Panel padded={false}>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        {...(openHref && { openHref })}
        opened={opened}
        {...(sort && { sort })}
        phone={phone}
        empty={
          <Nearest search={searchIn(list.values)} near={near} hrefOf={nearHref} otherwise={<Empty {...empty} />} />
        }
      />
      {foot}
      {pages && <ListPages list={list} {...pages} />}
    </Panel>
  );
}

const searchIn = (values: object): string => ("q" in values && typeof values.q === "string" ? values.q : "");

/** The pages of a list. */
export function ListPages<Values extends object>({
  list,
  ...pages
}: { list: List<Values> } & NonNullable<ListRowsProps<Values, { id: string }>["pages"]>) {
  const { values } = list;
  const numbered = {
    page: "page" in values ? Number(values.page) : 1,
    hrefOf: (page: number) => list.hrefOf(changeOf<Values>("page" as keyof Values, page)),
  };
  if ("total" in pages) return <PageTurner {...numbered} {...pages} />;
  if ("isMore" in pages) return <PageSteps {...numbered} {...pages} />;
  const { newer = null, older, summary, labels } = pages;
  const beside = (name: "newer" | "older", id: string | number | null) => {
    const change = (one: "newer" | "older", value: unknown) => changeOf<Values>(one as keyof Values, value);
    return id === null
      ? null
      : list.hrefOf({ ...change("newer", null), ...change("older", null), ...change(name, id) });
  };
  return (
    <Pager
      summary={summary}
      previousHref={beside("newer", newer)}
      nextHref={beside("older", older)}
      {...(labels && { labels })}
    />
  );
}

type ListPageProps<Values extends object, Row extends { id: string }> = Omit<ListHeadProps<Values>, "list"> &
  Omit<ListFiltersProps<Values>, "list" | "children"> &
  Omit<ListRowsProps<Values, Row>, "label"> & {
    label?: string;
    views?: Omit<ListViewsProps<Values>, "list">;
    /** Between the head and the views. */
    lead?: ReactNode;
    /** After the filters, in their row. */
    beside?: ReactNode;
    /** Between the filters and the rows. */
    notice?: ReactNode;
    /** The open row. */
    panel?: ReactNode;
  };

/**
 * A page of the admin that is a list: head, views, search and filters, rows with their pages, the open one beside. Its state is
 * in its address (`kernel/list-address.ts`).
 */
export function ListPage<Values extends object, Row extends { id: string }>(props: ListPageProps<Values, Row>) {
  const { list, title, label = title, views, search, filters, words, lead, beside, notice, panel } = props;
  return (
    <>
      <ListHead {...props} />
      {lead}
      {views && <ListViews list={list} {...views} />}
      {(search || filters || beside) && (
        <ListFilters list={list} {...{ search, filters, words }}>
          {beside}
        </ListFilters>
      )}
      {notice}
      <ListRows {...props} label={label} />
      {panel}
    </>
  );
}
