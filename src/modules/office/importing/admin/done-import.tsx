import { useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useSums } from "#src/modules/office/importing/admin/draft-import.tsx";
import type { DoneView, ImportedBooking, ImportedCustomer } from "#src/modules/office/importing/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, NameInCell, type PhoneRow } from "#src/ui/admin/table.tsx";
import { Send, Undo2 } from "#src/ui/lucide/icons.ts";

/** An import that was made: what it brought, and what may still be done with it as a whole. */
export function DoneImport({ view }: { view: DoneView }) {
  const { t } = useText();
  const sumText = useSums();
  const { kind, outcome, state } = view;
  return (
    <>
      <Panel
        title={t(`importing.done.${kind}`, { count: outcome.count ?? 0 })}
        action={<Badge tone={state === "done" ? "done" : "none"}>{t(`importing.state.${state}`)}</Badge>}
      >
        <div className="grid gap-3">
          <ul className="grid gap-0.5 text-text-2">
            <li>
              {t("importing.doneAt")} <Moment at={view.doneAt} />
            </li>
            {view.undoneAt && (
              <li>
                {t("importing.undoneAt")} <Moment at={view.undoneAt} />
              </li>
            )}
            {outcome.people !== undefined && <li>{t("importing.people", { count: outcome.people })}</li>}
            {(outcome.sums ?? []).map((sum) => (
              <li key={sum.currency}>{sumText(sum)}</li>
            ))}
            {(outcome.leftOut ?? 0) > 0 && <li>{t("importing.leftOut", { count: outcome.leftOut ?? 0 })}</li>}
          </ul>
          {state === "done" && <Acts view={view} />}
        </div>
      </Panel>
      <Panel title={t(`importing.list.${kind}`)} padded={false}>
        {kind === "bookings" ? (
          <Bookings rows={view.bookings} />
        ) : (
          <Customers rows={view.customers} isUndone={state === "undone"} />
        )}
        {(view.next !== null || hasBefore(view)) && <More view={view} />}
      </Panel>
    </>
  );
}

const hasBefore = ({ outcome, bookings, customers }: DoneView) =>
  (outcome.count ?? 0) > bookings.length + customers.length;

function More({ view }: { view: DoneView }) {
  const { t, locale } = useText();
  const path = `/admin/import/${view.id}`;
  return (
    <Pager
      summary={t("importing.shown", { count: view.bookings.length + view.customers.length })}
      previousHref={view.next === null ? localizedPath(path, locale) : null}
      nextHref={view.next === null ? null : localizedPath(`${path}?after=${view.next}`, locale)}
      labels={{ previous: t("importing.toFirst") }}
    />
  );
}

function Acts({ view }: { view: DoneView }) {
  const { t } = useText();
  const submit = useSubmit();
  const intent = useNavigation().formData?.get("intent");
  const [asks, ask] = useState<"confirm" | "undo" | null>(null);
  const { kind, confirming, undo } = view;
  const count = view.outcome.count ?? 0;
  const send = (fields: Record<string, string>) => {
    ask(null);
    void submit(fields, { method: "post" });
  };
  return (
    <div className="grid gap-3 border-t border-border pt-3">
      {kind === "bookings" && (
        <div className="grid justify-items-start gap-1.5">
          {confirming.at ? (
            <p className="text-text-2">
              {t("importing.confirm.sent")} <Moment at={confirming.at} />
            </p>
          ) : (
            <>
              <p className="max-w-[70ch] text-text-2">{t("importing.confirm.text")}</p>
              <AdminButton
                icon={<Send aria-hidden size={15} />}
                busy={intent === "confirm"}
                disabled={confirming.count === 0}
                onClick={() => ask("confirm")}
              >
                {t("importing.confirm.do", { count: confirming.count })}
              </AdminButton>
            </>
          )}
        </div>
      )}
      <div className="grid justify-items-start gap-1.5">
        {undo ? (
          <p className="max-w-[70ch] text-text-2">{t(`importing.undo.block.${undo.block}`, { count: undo.count })}</p>
        ) : (
          <>
            <p className="max-w-[70ch] text-text-2">{t(`importing.undo.text.${kind}`)}</p>
            <AdminButton
              kind="danger"
              icon={<Undo2 aria-hidden size={15} />}
              busy={intent === "undo"}
              onClick={() => ask("undo")}
            >
              {t("importing.undo.do")}
            </AdminButton>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asks === "confirm"}
        title={t("importing.confirm.title", { count: confirming.count })}
        confirmLabel={t("importing.confirm.do", { count: confirming.count })}
        cancelLabel={t("admin.cancel")}
        onConfirm={() => send({ intent: "confirm", count: String(confirming.count) })}
        onClose={() => ask(null)}
      >
        <p>{t("importing.confirm.ask")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === "undo"}
        title={t(`importing.undo.title.${kind}`, { count })}
        confirmLabel={t("importing.undo.do")}
        cancelLabel={t("admin.cancel")}
        dangerous
        onConfirm={() => send({ intent: "undo" })}
        onClose={() => ask(null)}
      >
        <p>{t(`importing.undo.ask.${kind}`)}</p>
      </ConfirmDialog>
    </div>
  );
}

const TONES: Record<ImportedBooking["status"], Tone> = { confirmed: "done", pending: "waiting", cancelled: "failed" };

const priceOf = ({ total, currency }: ImportedBooking, locale: Locale) =>
  formatMoney({ amount: total, currency }, locale);
const stateOf = ({ status }: ImportedBooking, t: Text) => (
  <Badge tone={TONES[status]}>{t(`importing.status.${status}`)}</Badge>
);

const bookingColumns = (t: Text, locale: Locale): Column<ImportedBooking>[] => [
  { id: "name", head: t("importing.field.name"), grows: true, cell: ({ name }) => <NameInCell>{name}</NameInCell> },
  { id: "external", head: t("importing.field.reference"), cell: ({ external }) => external },
  { id: "reference", head: t("importing.ourReference"), cell: ({ reference }) => reference },
  { id: "night", head: t("importing.night"), cell: ({ date, title }) => `${shortDate(date, locale, "")} · ${title}` },
  { id: "people", head: t("importing.field.people"), numeric: true, cell: ({ people }) => people },
  { id: "total", head: t("importing.field.total"), numeric: true, cell: (row) => priceOf(row, locale) },
  { id: "status", head: t("importing.list.state"), cell: (row) => stateOf(row, t) },
];

const bookingPhoneRow =
  (t: Text, locale: Locale) =>
  (row: ImportedBooking): PhoneRow => ({
    first: row.name,
    second: `${row.external} · ${shortDate(row.date, locale, "")}`,
    end: priceOf(row, locale),
    endSecond: stateOf(row, t),
  });

function Bookings({ rows }: { rows: readonly ImportedBooking[] }) {
  const { t, locale } = useText();
  return (
    <DataTable
      label={t("importing.list.bookings")}
      columns={bookingColumns(t, locale)}
      rows={rows}
      rowId={({ id }) => id}
      openHref={({ id }) => localizedPath(`/admin/bookings/${id}`, locale)}
      phone={bookingPhoneRow(t, locale)}
      empty={<Empty title={t("importing.noRows")} />}
    />
  );
}

const customerColumns = (t: Text): Column<ImportedCustomer>[] => [
  { id: "name", head: t("importing.field.name"), grows: true, cell: ({ name }) => <NameInCell>{name}</NameInCell> },
  { id: "contact", head: t("importing.contact"), cell: ({ contact }) => contact },
  { id: "tags", head: t("importing.field.tags"), cell: ({ tags }) => tags.join(", ") },
];

function Customers({ rows, isUndone }: { rows: readonly ImportedCustomer[]; isUndone: boolean }) {
  const { t, locale } = useText();
  return (
    <DataTable
      label={t("importing.list.customers")}
      columns={customerColumns(t)}
      rows={rows}
      rowId={({ id }) => id}
      openHref={({ id }) => localizedPath(`/admin/customers?open=${id}`, locale)}
      phone={({ name, contact, tags }) => ({ first: name, second: contact, end: tags.join(", ") })}
      empty={<Empty title={t(isUndone ? "importing.undoneRows" : "importing.noRows")} />}
    />
  );
}
