import { Fragment, type ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { useWay } from "#src/modules/changes/cancellation/admin/use-way.ts";
import type { CancelPreview, PreviewRow } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import { whyBack } from "#src/modules/changes/cancellation/rules/why-preview.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

/** "MX$4,240 and US$80": currencies stand beside each other and are never added up. */
export const inAll = (money: readonly Money[], locale: Locale): string =>
  new Intl.ListFormat(languageTag(locale)).format(money.map((one) => formatMoney(one, locale)));

/** People, money per currency, and emails. */
export function PreviewFigures({ preview }: { preview: CancelPreview }) {
  const { t, locale } = useText();
  const way = useWay();
  const { people, bookings, back, credit, deposits, emails } = preview;
  const count = emails.en + emails.es;
  const figures = [
    [String(people), t("payments-cancel.people", { people, bookings })],
    ...back.map((one) => {
      const { money, payments, ways } = one;
      const name = t("payments-cancel.back", { payments, ways: ways.map(way).join(", ") });
      return [
        <Fragment key={money.currency}>
          {formatMoney(money, locale)}
          <WhyAmount name={name} why={whyBack(preview, one)} />
        </Fragment>,
        name,
      ] as const;
    }),
    ...(back.length + deposits.length === 0 ? [["0", t("payments-cancel.noBack")] as const] : []),
    ...deposits.map((money) => [formatMoney(money, locale), t("payments-cancel.deposits")] as const),
    ...credit.map((money) => [formatMoney(money, locale), t("payments-cancel.credit")] as const),
    [
      String(count),
      count === 0 ? t("payments-cancel.noEmails") : t("payments-cancel.emails", { emails: count, ...emails }),
    ],
  ] as const;
  return <Figures label={t("payments-cancel.figures")} figures={figures} />;
}

/** Figures of a preview, each with what it counts. */
export function Figures({ label, figures }: { label: string; figures: readonly (readonly [ReactNode, string])[] }) {
  return (
    <dl aria-label={label} className="flex flex-wrap overflow-hidden rounded-panel border border-border bg-surface">
      {figures.map(([figure, what]) => (
        <div
          key={what}
          className="flex min-w-36 grow basis-36 flex-col-reverse justify-end border-border px-3.5 py-2.5 not-first:border-l max-md:basis-full max-md:not-first:border-t max-md:not-first:border-l-0"
        >
          <dt className="text-text-2">{what}</dt>
          <dd className="heading text-lg">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

const TONES: Record<PreviewRow["outcome"], Tone> = {
  refund: "done",
  by_hand: "judge",
  bank: "judge",
  credit: "done",
  nothing: "done",
  closed: "waiting",
  voucher: "waiting",
  at_bank: "waiting",
};

/** The bookings by kind, and what becomes of each. */
export function PreviewRows({ preview: { rows, coupons } }: { preview: CancelPreview }) {
  const { t, locale } = useText();
  const state = useRowState();
  const money = (row: PreviewRow) => {
    if (row.money) return <span className="font-semibold">{formatMoney(row.money, locale)}</span>;
    return row.status === "pending" ? t("payments-cancel.nothingYet") : t("payments-cancel.none");
  };
  const badge = (row: PreviewRow) => <Badge tone={TONES[row.outcome]}>{state(row)}</Badge>;
  const columns: Column<PreviewRow>[] = [
    { id: "state", head: t("payments-cancel.state"), cell: badge },
    { id: "bookings", head: t("payments-cancel.bookings"), numeric: true, cell: (row) => row.bookings },
    { id: "people", head: t("payments-cancel.peopleHead"), numeric: true, cell: (row) => row.people },
    { id: "money", head: t("payments-cancel.money"), numeric: true, cell: money },
    {
      id: "happens",
      head: t("payments-cancel.happens"),
      cell: (row) => t(`payments-cancel.outcome.${row.outcome}`),
    },
  ];
  return (
    <section className="overflow-clip rounded-panel border border-border bg-surface">
      <DataTable
        label={t("payments-cancel.happens")}
        columns={columns}
        rows={rows}
        rowId={(row) => [row.status, ...row.ways, row.outcome, row.money?.currency].join(" ")}
        phone={(row) => ({
          first: badge(row),
          end: money(row),
          second: t(`payments-cancel.outcome.${row.outcome}`),
          endSecond: `${row.people} / ${row.bookings}`,
        })}
        empty={<p className="px-3.5 py-3 text-text-2">{t("payments-cancel.empty")}</p>}
      />
      {coupons > 0 && (
        <p className="flex flex-wrap gap-x-4 border-t border-border px-3.5 py-2 text-text-2">
          <span className="text-text-3">{t("payments-cancel.undone")}</span>
          {t("payments-cancel.coupons", { coupons })}
        </p>
      )}
    </section>
  );
}

/** The state of a row's bookings, with their payment methods. */
function useRowState() {
  const { t } = useText();
  const way = useWay();
  return ({ status, ways }: PreviewRow): string => {
    if (status === "pending") return t("payments-cancel.state.pending");
    if (ways.length === 0) return t("payments-cancel.state.confirmed");
    return t("payments-cancel.state.confirmedBy", { ways: ways.map(way).join(", ") });
  };
}
