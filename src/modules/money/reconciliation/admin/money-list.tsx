import { MONEY_PROVIDERS } from "#src/kernel/payment-companies.ts";
import { CalendarDays, CircleDot, HandCoins, Shapes, Wallet } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import {
  KINDS,
  type MoneyFilter,
  type MoneyFilterName,
  moneyListHref,
  moneyPairs,
  type MoneyWord,
  STATES,
} from "#src/modules/money/reconciliation/rules/money-list.ts";
import type { MoneyList, MoneyListEntry } from "#src/modules/money/reconciliation/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, NameInCell } from "#src/ui/admin/table.tsx";

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
  transfer: "waiting",
  dropped: "none",
  credited: "none",
};

type MoneyListProps = {
  list: MoneyList;
  /** What a search text that finds nothing may have meant. */
  near: readonly string[];
  filter: MoneyFilter;
  currencies: readonly string[];
};

/** All payments and refunds, newest first. */
export function AllMoney({ list, near, filter, currencies }: MoneyListProps) {
  const { t, locale } = useText();
  const { entries, newer, older } = list;
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
      <Filters filter={filter} currencies={currencies} />
      <Panel padded={false}>
        <DataTable
          label={t("reconciliation.list.title")}
          columns={columns}
          rows={entries}
          rowId={({ id }) => id}
          {...(mayOpen && {
            openHref: ({ bookingId }: MoneyListEntry) => localizedPath(`/admin/bookings?open=${bookingId}`, locale),
          })}
          phone={phoneRow}
          empty={
            <Nearest
              search={filter.q ?? ""}
              near={near}
              hrefOf={(q) => moneyListHref({ ...filter, q })}
              otherwise={<Empty title={t("reconciliation.list.empty")} text={t("reconciliation.list.emptyText")} />}
            />
          }
        />
        {(newer ?? older) && (
          <Pager
            summary={t("reconciliation.list.newestFirst")}
            previousHref={newer && moneyListHref(filter, ["newer", newer])}
            nextHref={older && moneyListHref(filter, ["older", older])}
          />
        )}
      </Panel>
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

function Filters({ filter, currencies }: { filter: MoneyFilter; currencies: readonly string[] }) {
  const { t } = useText();
  const days = [filter.from, filter.to].filter(Boolean).join(" – ");
  const choices = (
    name: "kind" | "provider" | "state" | "currency",
    known: readonly string[],
    say: (value: string) => string,
  ) =>
    known.map((value) => (
      <FilterChoice key={value} href={moneyListHref({ ...filter, [name]: value })} current={filter[name] === value}>
        {say(value)}
      </FilterChoice>
    ));
  const stateText = (state: string) => t(`reconciliation.list.filter.${STATES.find((one) => one === state) ?? "open"}`);
  const kindText = (kind: string) => t(`reconciliation.list.kind.${KINDS.find((one) => one === kind) ?? "payment"}`);
  const same = (value: string) => value;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label={t("reconciliation.list.search")}
        placeholder={t("reconciliation.list.searchHint")}
        value={filter.q ?? ""}
        kept={[["view", "all"], ...moneyPairs({ ...filter, q: null })]}
      />
      <Chip
        filter={filter}
        names={["kind"]}
        label={t("reconciliation.list.kind")}
        value={filter.kind && kindText(filter.kind)}
        icon={<Shapes aria-hidden size={15} />}
      >
        {choices("kind", KINDS, kindText)}
      </Chip>
      <Chip
        filter={filter}
        names={["state"]}
        label={t("reconciliation.list.state")}
        value={filter.state && stateText(filter.state)}
        icon={<CircleDot aria-hidden size={15} />}
      >
        {choices("state", STATES, stateText)}
      </Chip>
      <Chip
        filter={filter}
        names={["provider"]}
        label={t("reconciliation.provider")}
        value={filter.provider && providerText(filter.provider, t)}
        icon={<Wallet aria-hidden size={15} />}
      >
        {choices("provider", MONEY_PROVIDERS, (provider) => providerText(provider, t))}
      </Chip>
      <Chip
        filter={filter}
        names={["currency"]}
        label={t("reconciliation.list.currency")}
        value={filter.currency}
        icon={<HandCoins aria-hidden size={15} />}
      >
        {choices("currency", currencies, same)}
      </Chip>
      <Chip
        filter={filter}
        names={["from", "to"]}
        label={t("reconciliation.list.days")}
        value={days || null}
        icon={<CalendarDays aria-hidden size={15} />}
      >
        <FilterForm
          kept={[["view", "all"], ...moneyPairs({ ...filter, from: null, to: null })]}
          applyLabel={t("reconciliation.list.apply")}
        >
          <AdminField id="money-from" label={t("reconciliation.list.from")}>
            {(control) => <AdminInput {...control} type="date" name="from" defaultValue={filter.from ?? ""} />}
          </AdminField>
          <AdminField id="money-to" label={t("reconciliation.list.to")}>
            {(control) => <AdminInput {...control} type="date" name="to" defaultValue={filter.to ?? ""} />}
          </AdminField>
        </FilterForm>
      </Chip>
      {moneyPairs(filter).length > 0 && (
        <Link to="?view=all" preventScrollReset className={ADMIN_LINK}>
          {t("reconciliation.list.reset")}
        </Link>
      )}
    </div>
  );
}

type ChipProps = {
  filter: MoneyFilter;
  /** The parameters it sets. */
  names: readonly MoneyFilterName[];
  label: string;
  value: string | null;
  icon: ReactNode;
  children: ReactNode;
};

function Chip({ filter, names, label, value, icon, children }: ChipProps) {
  const { t } = useText();
  const without = { ...filter, ...Object.fromEntries(names.map((name) => [name, null])) };
  return (
    <FilterChip
      label={label}
      value={value}
      clearHref={moneyListHref(without)}
      clearLabel={t("reconciliation.list.clear", { filter: label })}
      icon={icon}
    >
      {children}
    </FilterChip>
  );
}
