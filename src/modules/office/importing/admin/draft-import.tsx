import { Form, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { MapColumns } from "#src/modules/office/importing/admin/map-columns.tsx";
import type { ShownError } from "#src/modules/office/importing/rules/group-errors.ts";
import type { DraftView, PreviewRow, Sum } from "#src/modules/office/importing/schema.ts";
import { adminButtonClass, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, NameInCell, type PhoneRow } from "#src/ui/admin/table.tsx";
import { CircleAlert, CircleCheck, Download, Info } from "#src/ui/lucide/icons.ts";

type Plan = NonNullable<DraftView["plan"]>;

/** A draft: its columns, and what importing it would do. */
export function DraftImport({ view }: { view: DraftView }) {
  const { t } = useText();
  const { plan, missing } = view;
  const isDropping = useNavigation().formData?.get("intent") === "drop";
  return (
    <>
      {missing.length > 0 && (
        <AdminNotice tone="judge" icon={<CircleAlert aria-hidden size={16} />}>
          {t("importing.missing", { fields: missing.map((field) => t(`importing.field.${field}`)).join(", ") })}
        </AdminNotice>
      )}
      <MapColumns view={view} />
      {plan && <Preview view={view} plan={plan} />}
      <Form method="post">
        <input type="hidden" name="intent" value="drop" />
        <AdminButton type="submit" kind="danger" busy={isDropping}>
          {t("importing.drop")}
        </AdminButton>
      </Form>
    </>
  );
}

/** Sums in words: what all of it costs, and what of it was paid. */
export function useSums() {
  const { t, locale } = useText();
  return ({ currency, total, paid }: Sum) =>
    t("importing.sum", {
      total: formatMoney({ amount: total, currency }, locale),
      paid: formatMoney({ amount: paid, currency }, locale),
    });
}

function Preview({ view, plan }: { view: DraftView; plan: Plan }) {
  const { t } = useText();
  const sumText = useSums();
  const isImporting = useNavigation().formData?.get("intent") === "import";
  const { count, people, nights, unpaid, sums, errorCount, wrongRows, leftOut } = plan;
  const isReady = errorCount === 0 && count > 0;
  return (
    <Panel title={t("importing.preview")}>
      <div className="grid gap-3">
        <div aria-live="polite" className="grid gap-1">
          <p className="text-lg font-semibold">{t(`importing.ready.${view.kind}`, { count, rows: view.rows })}</p>
          {view.kind === "bookings" && count > 0 && (
            <ul className="grid gap-0.5 text-text-2">
              <li>{t("importing.places", { people, nights })}</li>
              {sums.map((sum) => (
                <li key={sum.currency}>{sumText(sum)}</li>
              ))}
              {unpaid > 0 && <li>{t("importing.unpaid", { count: unpaid })}</li>}
            </ul>
          )}
          {leftOut.map(({ why, count: rows }) => (
            <p key={why} className="text-text-2">
              {t(`importing.leftOut.${why}`, { count: rows })}
            </p>
          ))}
        </div>
        {errorCount > 0 && <Errors view={view} plan={plan} rows={wrongRows} />}
        {errorCount === 0 && count === 0 && (
          <AdminNotice icon={<Info aria-hidden size={16} />}>{t("importing.nothing")}</AdminNotice>
        )}
        {plan.first.length > 0 && <FirstRows rows={plan.first} />}
        {isReady && (
          <>
            <AdminNotice tone="done" icon={<CircleCheck aria-hidden size={16} />}>
              {t(`importing.promise.${view.kind}`)}
            </AdminNotice>
            <Form method="post">
              <input type="hidden" name="intent" value="import" />
              <input type="hidden" name="seen" value={plan.seen} />
              <AdminButton type="submit" kind="ink" busy={isImporting} disabled={isImporting}>
                {t(`importing.do.${view.kind}`, { count })}
              </AdminButton>
              {isImporting && (
                <p role="status" className="mt-2 text-text-2">
                  {t("importing.running")}
                </p>
              )}
            </Form>
          </>
        )}
      </div>
    </Panel>
  );
}

function Errors({ view, plan, rows }: { view: DraftView; plan: Plan; rows: number }) {
  const { t, locale } = useText();
  const { errors, errorCount } = plan;
  const headOf = ({ field }: ShownError) => view.mapping.columns[field] ?? t(`importing.field.${field}`);
  const more = errors.reduce((rest, { also }) => rest - 1 - also, errorCount);
  return (
    <div className="grid gap-2">
      <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
        <p className="font-semibold">{t("importing.errors.title", { count: errorCount, rows })}</p>
        <p>{t("importing.errors.text")}</p>
      </AdminNotice>
      <ol aria-label={t("importing.errors.list")} className="rounded-lg border border-border">
        {errors.map((error) => (
          <li
            key={`${error.line} ${error.field} ${error.problem}`}
            className="grid gap-x-4 border-b border-border px-3 py-2 last:border-b-0 md:grid-cols-[10rem_minmax(0,14rem)_minmax(0,1fr)]"
          >
            <span className="text-text-3">{t("importing.line", { line: error.line, also: error.also })}</span>
            <span className="min-w-0 font-semibold wrap-anywhere">{headOf(error)}</span>
            <span className="min-w-0 wrap-anywhere">
              {t(`importing.problem.${error.problem}`, error.values ?? {})}
              {error.cell !== "" && <span className="text-text-3"> {t("importing.cell", { cell: error.cell })}</span>}
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href={localizedPath(`/admin/import/${view.id}/errors.csv`, locale)}
          download
          className={adminButtonClass({ kind: "plain" })}
        >
          <Download aria-hidden size={15} />
          {t("importing.errors.file")}
        </a>
        {more > 0 && <span className="text-text-2">{t("importing.errors.more", { count: more })}</span>}
      </div>
      <p className="text-text-2">{t("importing.errors.hint")}</p>
    </div>
  );
}

const priceOf = ({ booking }: PreviewRow, locale: Locale) =>
  booking && formatMoney({ amount: booking.total, currency: booking.currency }, locale);
const nightOf = ({ booking }: PreviewRow, locale: Locale) =>
  booking && `${shortDate(booking.date, locale, "")} · ${booking.crawl}`;
const paymentOf = ({ booking }: PreviewRow, t: Text) =>
  booking && t(booking.paid ? "importing.paid.paid" : "importing.paid.unpaid");

const bookingColumns = (t: Text, locale: Locale): Column<PreviewRow>[] => [
  { id: "reference", head: t("importing.field.reference"), cell: ({ booking }) => booking?.reference },
  { id: "night", head: t("importing.night"), cell: (row) => nightOf(row, locale) },
  { id: "people", head: t("importing.field.people"), numeric: true, cell: ({ booking }) => booking?.people },
  { id: "total", head: t("importing.field.total"), numeric: true, cell: (row) => priceOf(row, locale) },
  { id: "paid", head: t("importing.field.paid"), cell: (row) => paymentOf(row, t) },
];

const columnsOf = (t: Text, locale: Locale, isBookings: boolean): Column<PreviewRow>[] => [
  { id: "name", head: t("importing.field.name"), grows: true, cell: ({ name }) => <NameInCell>{name}</NameInCell> },
  { id: "contact", head: t("importing.contact"), cell: ({ contact }) => contact },
  ...(isBookings
    ? bookingColumns(t, locale)
    : [{ id: "tags", head: t("importing.field.tags"), cell: ({ tags = [] }: PreviewRow) => tags.join(", ") }]),
];

const phoneRowOf =
  (t: Text, locale: Locale) =>
  (row: PreviewRow): PhoneRow => ({
    first: row.name,
    second: row.booking ? nightOf(row, locale) : row.contact,
    end: priceOf(row, locale),
    endSecond: row.booking && t("importing.people", { count: row.booking.people }),
  });

function FirstRows({ rows }: { rows: readonly PreviewRow[] }) {
  const { t, locale } = useText();
  const title = t("importing.first", { count: rows.length });
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <div className="overflow-clip rounded-lg border border-border">
        <DataTable
          label={title}
          columns={columnsOf(t, locale, rows[0]?.booking !== undefined)}
          rows={rows}
          rowId={({ line }) => String(line)}
          phone={phoneRowOf(t, locale)}
          empty={null}
        />
      </div>
    </section>
  );
}
