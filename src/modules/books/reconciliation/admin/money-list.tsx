import type { ValuesOf } from "#src/kernel/list-address.ts";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListRows } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { CircleDot, HandCoins, Shapes, Wallet } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { MONEY_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { KINDS, MONEY_LIST, type MoneyWord, STATES } from "#src/modules/books/reconciliation/rules/money-list.ts";
import type { MoneyList, MoneyListEntry } from "#src/modules/books/reconciliation/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { type Column, NameInCell } from "#src/ui/admin/table.tsx";

const TONES: Record<MoneyWord, Tone> = {
  paid: "done",
  disputed: "judge",
  lost: "failed",
  at_bank: "waiting",
  waits: "waiting",
  not_paid: "none",
  requested: "waiting",
  succeeded: "done",
  failed: "failed",
  manual: "judge",
  hand_over: "waiting",
  terminal: "waiting",
  transfer: "waiting",
  dropped: "none",
  credited: "none",
};

type MoneyListProps = {
  list: MoneyList;
  /** What a search text that finds nothing may have meant. */
  near: readonly string[];
  filter: ValuesOf<typeof MONEY_LIST>;
  currencies: readonly string[];
};

/** All payments and refunds, newest first. */
export function AllMoney({ list: { entries, newer, older }, near, filter, currencies }: MoneyListProps) {
  const { t, locale } = useText();
  const list = useList(MONEY_LIST, "/admin/payments", filter);
  const mayOpen = useMay("bookings.read");
  const columns: Column<MoneyListEntry>[] = [
    { id: "booking", head: t("reconciliation.list.booking"), cell: who, grows: true },
    { id: "kind", head: t("reconciliation.list.kind"), cell: ({ kind }) => t(`reconciliation.list.kind.${kind}`) },
    { id: "state", head: t("reconciliation.list.state"), cell: stated },
    { id: "provider", head: t("reconciliation.provider"), cell: ({ provider }) => providerText(provider, t) },
    { id: "amount", head: t("reconciliation.amount"), numeric: true, cell: amount },
    { id: "at", head: t("reconciliation.list.at"), numeric: true, cell: when },
  ];
  return (
    <>
      <ListFilters
        list={list}
        search={{ label: t("reconciliation.list.search"), placeholder: t("reconciliation.list.searchHint") }}
        words={{
          clear: (label) => t("reconciliation.list.clear", { filter: label }),
          apply: t("reconciliation.list.apply"),
          reset: t("reconciliation.list.reset"),
        }}
        filters={[
          {
            name: "kind",
            label: t("reconciliation.list.kind"),
            icon: <Shapes aria-hidden size={15} />,
            options: KINDS.map((kind) => [kind, t(`reconciliation.list.kind.${kind}`)]),
          },
          {
            name: "state",
            label: t("reconciliation.list.state"),
            icon: <CircleDot aria-hidden size={15} />,
            options: STATES.map((state) => [state, t(`reconciliation.list.filter.${state}`)]),
          },
          {
            name: "provider",
            label: t("reconciliation.provider"),
            icon: <Wallet aria-hidden size={15} />,
            options: MONEY_PROVIDERS.map((provider) => [provider, providerText(provider, t)]),
          },
          {
            name: "currency",
            label: t("reconciliation.list.currency"),
            icon: <HandCoins aria-hidden size={15} />,
            options: currencies.map((currency) => [currency, currency]),
          },
          {
            days: ["from", "to"],
            label: t("reconciliation.list.days"),
            labels: [t("reconciliation.list.from"), t("reconciliation.list.to")],
          },
        ]}
      />
      <ListRows
        list={list}
        label={t("reconciliation.list.title")}
        columns={columns}
        rows={entries}
        phone={phoneRow}
        opens={
          mayOpen
            ? ({ bookingId: id }) => (id === null ? null : localizedPath(`/admin/bookings?open=${id}`, locale))
            : null
        }
        near={near}
        empty={{ title: t("reconciliation.list.empty"), text: t("reconciliation.list.emptyText") }}
        {...((newer ?? older) && { pages: { summary: t("reconciliation.list.newestFirst"), newer, older } })}
      />
    </>
  );
}

// cell renderers at module level, so that a refreshed row keeps its state
const who = (row: MoneyListEntry) => <Who row={row} />;
const stated = (row: MoneyListEntry) => <State row={row} />;
const amount = (row: MoneyListEntry) => <Amount row={row} />;
const when = (row: MoneyListEntry) => <When at={row.at} />;
const phoneRow = (row: MoneyListEntry) => ({
  first: who(row),
  second: when(row),
  end: amount(row),
  endSecond: stated(row),
});

function Who({ row: { guest, reference, test } }: { row: MoneyListEntry }) {
  const { t } = useText();
  return (
    <NameInCell
      beside={
        <>
          <span className="font-mono text-text-2">{reference}</span>{" "}
          {test && <span className="text-text-3">{t("reconciliation.list.isTest")}</span>}
        </>
      }
    >
      {guest || t("reconciliation.list.nobody")}
    </NameInCell>
  );
}

function State({ row: { word } }: { row: MoneyListEntry }) {
  const { t } = useText();
  return <Badge tone={TONES[word]}>{t(`reconciliation.list.state.${word}`)}</Badge>;
}

function Amount({ row: { kind, money } }: { row: MoneyListEntry }) {
  const { locale } = useText();
  return formatMoney(kind === "refund" ? { ...money, amount: -money.amount } : money, locale);
}

function When({ at }: { at: string }) {
  return (
    <span className="text-text-2">
      <Moment at={at} />
    </span>
  );
}
