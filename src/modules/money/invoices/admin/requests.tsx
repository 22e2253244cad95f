import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { RequestPanel } from "#src/modules/money/invoices/admin/request-panel.tsx";
import type { RequestState } from "#src/modules/money/invoices/rules/due.ts";
import type { ListedRequest, OpenRequest, RequestFilter } from "#src/modules/money/invoices/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { SearchField } from "#src/ui/admin/filter-bar.tsx";
import { hiddenParams, listHref } from "#src/ui/admin/list-href.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

const TONES: Record<RequestState, Tone> = {
  requested: "waiting",
  close: "judge",
  late: "failed",
  issued: "done",
  refused: "none",
};

export type RequestList = {
  requests: ListedRequest[];
  counts: Record<RequestFilter["view"], number>;
  total: number;
  pageSize: number;
  mayChange: boolean;
};

type RequestsProps = { list: RequestList; filter: RequestFilter; open: OpenRequest | null };

/** Requests of invoices in one state, with the open one beside. */
export function Requests({ list, filter, open }: RequestsProps) {
  const { t, locale } = useText("invoices-admin");
  const path = localizedPath("/admin/invoices", locale);
  const view = filter.view === "open" ? undefined : filter.view;
  const hrefOf = (over: Parameters<typeof listHref>[1]) => listHref(path, { ...filter, view, ...over });
  const { requests, mayChange } = list;
  return (
    <>
      {!mayChange && <p className="mb-3 text-text-2">{t("invoices-admin.readOnly")}</p>}
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchField
          label={t("invoices-admin.search")}
          placeholder={t("invoices-admin.search")}
          value={filter.q}
          kept={hiddenParams({ view }, [])}
        />
      </div>
      <Panel padded={false}>
        <DataTable
          label={t("invoices-admin.title")}
          columns={columnsOf(t)}
          rows={requests}
          rowId={({ id }) => id}
          openHref={({ id }) => hrefOf({ open: id })}
          opened={open?.id ?? null}
          phone={phoneRow}
          empty={
            <Empty
              title={t(filter.q ? "invoices-admin.none.title" : "invoices-admin.empty.title")}
              text={t(filter.q ? "invoices-admin.none.text" : "invoices-admin.empty.text")}
              action={<AdminLink to={`${path}?view=all`}>{t("invoices-admin.empty.all")}</AdminLink>}
            />
          }
        />
        <PageTurner page={filter.page} size={list.pageSize} total={list.total} hrefOf={(page) => hrefOf({ page })} />
      </Panel>
      {open && (
        <RequestPanel
          key={open.id}
          request={open}
          mayChange={mayChange}
          closeHref={hrefOf({})}
          {...neighboursOf(requests, open.id, ({ id }) => hrefOf({ open: id }))}
        />
      )}
    </>
  );
}

const columnsOf = (t: Text): Column<ListedRequest>[] => [
  { id: "who", head: t("invoices-admin.who"), cell: (row) => <Who row={row} /> },
  { id: "booking", head: t("invoices-admin.booking"), cell: (row) => <Reference row={row} /> },
  { id: "state", head: t("invoices-admin.stateHead"), cell: (row) => <State row={row} /> },
  { id: "amount", head: t("invoices-admin.amount"), numeric: true, cell: (row) => <Amount row={row} /> },
  { id: "asked", head: t("invoices-admin.asked"), numeric: true, cell: ({ askedAt }) => <Moment at={askedAt} /> },
  { id: "due", head: t("invoices-admin.due"), numeric: true, cell: ({ dueAt }) => <Moment at={dueAt} /> },
];

const phoneRow = (row: ListedRequest): PhoneRow => ({
  first: row.legalName,
  second: <Reference row={row} />,
  end: <State row={row} />,
  endSecond: (
    <span className="text-fine text-text-3">
      <Moment at={row.dueAt} />
    </span>
  ),
});

const Who = ({ row: { legalName, rfc } }: { row: ListedRequest }) => (
  <span className="grid py-1.5">
    <span className="truncate">{legalName}</span>
    <span className="truncate font-mono text-fine font-normal text-text-3">{rfc}</span>
  </span>
);

function Reference({ row: { reference, practice } }: { row: ListedRequest }) {
  const { t } = useText("invoices-admin");
  return (
    <>
      <span className="font-mono text-fine text-text-2">{reference}</span>
      {practice && <span className="ml-1 text-fine text-text-3">{t("invoices-admin.practice")}</span>}
    </>
  );
}

function Amount({ row: { amount, currency } }: { row: ListedRequest }) {
  const { locale } = useText();
  return currency ? formatMoney({ amount, currency }, locale) : "";
}

/** How a request stands. */
function State({ row: { state } }: { row: Pick<ListedRequest, "state"> }) {
  const { t } = useText("invoices-admin");
  return <Badge tone={TONES[state]}>{t(`invoices-admin.state.${state}`)}</Badge>;
}
