import { Form } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import type { ShownLine } from "#src/modules/books/invoices/schema.ts";
import {
  type ReceiptFilter,
  type ReceiptSums,
  type Taxed,
  WHOSE,
} from "#src/modules/books/invoices/rules/receipt-list.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminCheck, AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

type ReceiptListProps = {
  list: { sums: ReceiptSums[]; lines: ShownLine[]; count: number };
  filter: ReceiptFilter;
};

/** What receipts of a day or a month come to, by currency, and their lines. */
export function ReceiptList({ list: { sums, lines, count }, filter }: ReceiptListProps) {
  const { t, locale } = useText("invoices-admin");
  const mayOpen = useMay("bookings.read");
  return (
    <>
      <Choice filter={filter} />
      <p className="mb-3 max-w-[70ch] text-text-2">{t(`invoices-admin.receipts.lead.${filter.of}`)}</p>
      <div className="grid gap-4">
        {sums.map((of) => (
          <Sums key={of.currency} sums={of} />
        ))}
        <Panel padded={false}>
          <DataTable
            label={t("invoices-admin.receipts.title")}
            columns={columnsOf(t)}
            rows={lines}
            rowId={({ id }) => id}
            {...(mayOpen && {
              openHref: ({ bookingId: id }: ShownLine) =>
                id === null ? null : localizedPath(`/admin/bookings/${id}`, locale),
            })}
            phone={phoneRow}
            empty={
              <Empty title={t("invoices-admin.receipts.empty.title")} text={t("invoices-admin.receipts.empty.text")} />
            }
          />
          {count > lines.length && (
            <p className="border-t border-border px-3.5 py-2.5 text-text-2">
              {t("invoices-admin.receipts.some", { shown: lines.length, count })}
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}

function Choice({ filter: { period, of, practice } }: { filter: ReceiptFilter }) {
  const { t } = useText("invoices-admin");
  const isDay = period.length === 10;
  return (
    <Form key={`${period} ${of} ${practice}`} method="get" className="mb-3 flex flex-wrap items-end gap-3">
      <AdminField id="receipts-month" label={t("invoices-admin.receipts.month")} className="order-2 w-44">
        {(control) => <AdminInput {...control} type="month" name="month" defaultValue={period.slice(0, 7)} />}
      </AdminField>
      <AdminField id="receipts-day" label={t("invoices-admin.receipts.day")} className="order-1 w-44">
        {(control) => <AdminInput {...control} type="date" name="day" defaultValue={isDay ? period : ""} />}
      </AdminField>
      <AdminField id="receipts-of" label={t("invoices-admin.receipts.of")} className="order-3 w-72 max-w-full">
        {(control) => (
          <AdminSelect {...control} name="of" defaultValue={of}>
            {WHOSE.map((one) => (
              <option key={one} value={one}>
                {t(`invoices-admin.receipts.of.${one}`)}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
      <AdminCheck name="practice" value="1" defaultChecked={practice} className="order-4">
        {t("invoices-admin.receipts.practice")}
      </AdminCheck>
      <AdminButton type="submit" className="order-5">
        {t("invoices-admin.receipts.show")}
      </AdminButton>
    </Form>
  );
}

function Sums({ sums: { currency, sales, refunds, left, leftPesos, forms } }: { sums: ReceiptSums }) {
  const { t, locale } = useText("invoices-admin");
  const money = (amount: number, unit: Currency) => formatMoney({ amount, currency: unit }, locale);
  const rows: { head: string; count: number | null; in: Currency; of: Taxed }[] = [
    { head: t("invoices-admin.receipts.sold"), count: sales.count, in: currency, of: sales },
    { head: t("invoices-admin.receipts.back"), count: refunds.count, in: currency, of: refunds },
    { head: t("invoices-admin.receipts.left"), count: null, in: currency, of: left },
    ...(currency === "MXN"
      ? []
      : [{ head: t("invoices-admin.receipts.leftPesos"), count: null, in: "MXN" as const, of: leftPesos }]),
  ];
  const cell = "px-2 py-1.5 text-right tabular-nums";
  return (
    <Panel title={currency}>
      <ul className="md:hidden">
        {rows.map(({ head, count, in: unit, of }) => (
          <li key={head} className="border-t border-border py-2 first:border-t-0">
            <p className="flex justify-between gap-3 font-semibold">
              {head}
              <span className="tabular-nums">{money(of.total, unit)}</span>
            </p>
            <p className="flex justify-between gap-3 text-fine text-text-2">
              <span>{count !== null && t("invoices-admin.receipts.counted", { count })}</span>
              <span className="tabular-nums">
                {t("invoices-admin.within", { net: money(of.net, unit), tax: money(of.tax, unit) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <div className="max-md:hidden">
        <table className="w-full">
          <thead className="text-fine text-text-3">
            <tr>
              <th className="text-left">{t("invoices-admin.receipts.what")}</th>
              <th className={cell}>{t("invoices-admin.receipts.count")}</th>
              <th className={cell}>{t("invoices-admin.receipts.net")}</th>
              <th className={cell}>{t("invoices-admin.receipts.tax")}</th>
              <th className={cell}>{t("invoices-admin.receipts.total")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ head, count, in: unit, of }) => (
              <tr key={head} className="border-t border-border">
                <th className="py-1.5 text-left font-semibold">{head}</th>
                <td className={cell}>{count ?? ""}</td>
                {[of.net, of.tax, of.total].map((amount, index) => (
                  // the columns never change places
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={index} className={cell}>
                    {money(amount, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="mt-4 mb-1 text-fine text-text-3">{t("invoices-admin.receipts.forms")}</h3>
      <ul className="grid gap-1">
        {forms.map(({ form, amount }) => (
          <li key={form} className="flex justify-between gap-4">
            <span>{t(`invoices-admin.form.${form}`)}</span>
            <span className="tabular-nums">{formatMoney({ amount, currency }, locale)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const columnsOf = (t: Text): Column<ShownLine>[] => [
  { id: "line", head: t("invoices-admin.receipts.line"), cell: (line) => <Named line={line} /> },
  { id: "booking", head: t("invoices-admin.booking"), cell: (line) => <Reference line={line} /> },
  { id: "invoice", head: t("invoices-admin.receipts.invoice"), cell: (line) => <Invoice line={line} /> },
  { id: "net", head: t("invoices-admin.receipts.net"), numeric: true, cell: (line) => <Part line={line} of="net" /> },
  { id: "tax", head: t("invoices-admin.receipts.tax"), numeric: true, cell: (line) => <Part line={line} of="tax" /> },
  {
    id: "total",
    head: t("invoices-admin.receipts.total"),
    numeric: true,
    cell: (line) => <Part line={line} of="total" />,
  },
  { id: "at", head: t("invoices-admin.receipts.at"), numeric: true, cell: (line) => <When line={line} /> },
];

const phoneRow = (line: ShownLine): PhoneRow => ({
  first: <Named line={line} />,
  second: <Reference line={line} />,
  end: <Part line={line} of="total" />,
  endSecond: <Invoice line={line} />,
});

function Named({ line: { kind, folio } }: { line: ShownLine }) {
  const { t } = useText("invoices-admin");
  return (
    <>
      {folio}
      {kind !== "sale" && (
        <span className="ml-1.5 text-fine font-normal text-text-3">{t(`invoices-admin.line.${kind}`)}</span>
      )}
    </>
  );
}

const Reference = ({ line: { reference } }: { line: ShownLine }) => (
  <span className="text-fine">
    <BookingReference reference={reference} />
  </span>
);

function Invoice({ line: { invoice } }: { line: ShownLine }) {
  const { t } = useText("invoices-admin");
  return <span className="text-text-2">{t(`invoices-admin.line.${invoice ?? "global"}`)}</span>;
}

function Part({ line: { kind, own, currency }, of }: { line: ShownLine; of: keyof Taxed }) {
  const { locale } = useText();
  return formatMoney({ amount: kind === "sale" ? own[of] : -own[of], currency }, locale);
}

function When({ line: { at } }: { line: ShownLine }) {
  return (
    <span className="text-text-2">
      <Moment at={at} />
    </span>
  );
}
