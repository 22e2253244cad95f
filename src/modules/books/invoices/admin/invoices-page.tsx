import type { Route } from "#routes/admin/money/+types/invoices.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { InvoiceViews } from "#src/modules/books/invoices/admin/invoice-views.tsx";
import { RequestPanel } from "#src/modules/books/invoices/admin/request-panel.tsx";
import type { RequestState } from "#src/modules/books/invoices/rules/due.ts";
import { REQUEST_LIST } from "#src/modules/books/invoices/rules/request-list.ts";
import type { ListedRequest } from "#src/modules/books/invoices/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

const TONES: Record<RequestState, Tone> = {
  requested: "waiting",
  close: "judge",
  late: "failed",
  issued: "done",
  refused: "none",
};

/** Invoices that guests asked for, with the open one beside. */
export default function Invoices({ loaderData: { list: found, filter, open } }: Route.ComponentProps) {
  const { t } = useText("invoices-admin");
  const list = useList(REQUEST_LIST, "/admin/invoices", filter);
  const { requests, counts, total, pageSize, mayChange } = found;
  const text = filter.q ? "none" : "empty";
  return (
    <ListPage
      list={list}
      title={t("invoices-admin.title")}
      meta={t("invoices-admin.meta", { count: counts.open })}
      file={{ name: "requests.csv", label: t("invoices-admin.receipts.csv") }}
      lead={
        <>
          <InvoiceViews current={filter.view} counts={counts} q={filter.q} />
          {!mayChange && <p className="mb-3 text-text-2">{t("invoices-admin.readOnly")}</p>}
        </>
      }
      search={{ label: t("invoices-admin.search") }}
      columns={columnsOf(t)}
      rows={requests}
      phone={phoneRow}
      opens="open"
      opened={open?.id ?? null}
      empty={{
        title: t(`invoices-admin.${text}.title`),
        text: t(`invoices-admin.${text}.text`),
        action: <AdminLink to={list.hrefOf({ view: "all", q: "" })}>{t("invoices-admin.empty.all")}</AdminLink>,
      }}
      pages={{ size: pageSize, total }}
      panel={
        open && (
          <RequestPanel
            key={open.id}
            request={open}
            mayChange={mayChange}
            {...list.panelLinks("open", requests, open.id)}
          />
        )
      }
    />
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
