import { ChevronDown, Download } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { dateFormat, numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { sayMonth, sayRate } from "#src/modules/partners/commission/admin/say-terms.ts";
import type { ListedPartner } from "#src/modules/partners/commission/rules/listed-partner.ts";
import {
  monthsToChoose,
  type PartnerQuery,
  type PartnerValues,
  type StatementState,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChoice, FilterForm, Popover } from "#src/ui/admin/filter-bar.tsx";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { type Column, DataTable, type PhoneRow } from "#src/ui/admin/table.tsx";

const TONES: Record<StatementState, Tone> = {
  open: "none",
  draft: "judge",
  agreed: "waiting",
  paid: "done",
  nothing: "none",
};

/** Centavos as a bare figure of pesos: its column says the currency. */
const pesosIn = (locale: Locale, centavos: number): string => {
  const digits = centavos % 100 === 0 ? 0 : 2;
  return numberFormat(languageTag(locale), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    centavos / 100,
  );
};
/** A count with the language's grouping. */
export const countIn = (locale: Locale, count: number): string => numberFormat(languageTag(locale), {}).format(count);

/** What a query counts, in words: "November 2026", or its first and last day. */
export function sayDays({ month, from, to }: PartnerQuery["days"], locale: Locale): string {
  if (month !== null) return sayMonth(month, locale);
  const day = (date: string) =>
    dateFormat(languageTag(locale), { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" }).format(
      new Date(`${date}T12:00:00Z`),
    );
  return `${day(from)} – ${day(to)}`;
}

type PartnerTableProps = {
  partners: readonly ListedPartner[];
  query: PartnerQuery;
  /** The one whose way from scan to door is shown. */
  opened: string | null;
  list: List<PartnerValues>;
  empty: ReactNode;
};

/** Partners with the figures of the days asked for. */
export function PartnerTable({ partners, query, opened, list, empty }: PartnerTableProps) {
  const { t, locale } = useText();
  return (
    <DataTable
      label={t("affiliates-admin.list")}
      columns={columnsOf(query, t, locale)}
      rows={partners}
      rowId={({ id }) => id}
      phone={phoneRowIn(query, t, locale)}
      openHref={({ id }) => list.hrefOf({ partner: id })}
      opened={opened}
      // names begin with A, figures with the largest
      sort={list.sort("sort", (column) => column !== "name")}
      empty={empty}
    />
  );
}

function columnsOf({ days }: PartnerQuery, t: Text, locale: Locale): Column<ListedPartner>[] {
  const numbers = (["visits", "bookings", "came"] as const).map((id): Column<ListedPartner> => ({
    id,
    head: t(`affiliates-admin.column.${id}`),
    numeric: true,
    sortable: true,
    cell: (partner) => <span className="tabular-nums">{countIn(locale, partner[id])}</span>,
  }));
  return [
    {
      id: "name",
      head: t("affiliates-admin.column.name"),
      sortable: true,
      cell: (partner) => <NameCell partner={partner} />,
    },
    ...numbers,
    {
      id: "commission",
      head: "MXN",
      numeric: true,
      sortable: true,
      cell: (partner) => <span className="font-semibold tabular-nums">{pesosIn(locale, partner.commission)}</span>,
    },
    {
      id: "statement",
      head: <span className="first-letter:uppercase">{sayMonth(days.before, locale, false)}</span>,
      cell: ({ statement }) => <StatementBadge state={statement} />,
    },
  ];
}

const phoneRowIn =
  ({ days }: PartnerQuery, t: Text, locale: Locale) =>
  (partner: ListedPartner): PhoneRow => ({
    first: partner.name,
    second: (
      <>
        {partner.statement && <StatementBadge state={partner.statement} month={sayMonth(days.before, locale, false)} />}{" "}
        <Terms partner={partner} />
      </>
    ),
    end: <span className="font-semibold tabular-nums">{formatPesos(partner.commission, locale)}</span>,
    endSecond: (
      <span className="text-fine text-text-3">{t("affiliates-admin.cameShort", { count: partner.came })}</span>
    ),
  });

function NameCell({ partner }: { partner: ListedPartner }) {
  return (
    <span className="grid max-w-60 py-1">
      <span className="truncate">{partner.name}</span>
      <span className="truncate text-fine font-normal text-text-3">
        <Terms partner={partner} />
      </span>
    </span>
  );
}

function Terms({ partner: { city, rate, isActive } }: { partner: ListedPartner }) {
  const { t, locale } = useText();
  const parts = [
    ...(isActive ? [] : [t("affiliates-admin.state.off")]),
    city ?? t("affiliates-admin.online"),
    rate ? sayRate(rate, t, locale) : t("affiliates-admin.noTerms"),
  ];
  return parts.join(", ");
}

/** How a statement stands; with its month where no head of a column names that. */
function StatementBadge({ state, month }: { state: StatementState | null; month?: string }) {
  const { t } = useText();
  if (state === null) return <span className="text-text-3">–</span>;
  const label = t(`affiliates-admin.statement.${state}`);
  return (
    <Badge tone={TONES[state]}>
      {month === undefined ? label : <span className="first-letter:uppercase">{`${month}: ${label}`}</span>}
    </Badge>
  );
}

type PeriodProps = { days: PartnerQuery["days"]; today: string; list: List<PartnerValues> };

/** The month that is counted, or days of one's own: part of the address. */
export function PeriodChoice({ days, today, list }: PeriodProps) {
  const { t, locale } = useText();
  return (
    <Popover
      end
      className={adminButtonClass({})}
      summary={
        <>
          <span className="first-letter:uppercase">{sayDays(days, locale)}</span>
          <ChevronDown aria-hidden size={15} />
        </>
      }
    >
      <nav aria-label={t("affiliates-admin.period")} className="grid max-h-56 overflow-y-auto">
        {monthsToChoose(today, days.month).map((month) => (
          <FilterChoice
            key={month}
            href={list.hrefOf({ month: month === today.slice(0, 7) ? null : month, from: null, to: null })}
            current={month === days.month}
          >
            <span className="first-letter:uppercase">{sayMonth(month, locale)}</span>
          </FilterChoice>
        ))}
      </nav>
      <div className="border-t border-border pt-2">
        <FilterForm
          hiddenFields={list.address.fields(list.values, ["month", "from", "to"])}
          applyLabel={t("affiliates-admin.show")}
        >
          {(["from", "to"] as const).map((name) => (
            <AdminField key={name} id={`period-${name}`} label={t(`affiliates-admin.period.${name}`)}>
              {(control) => (
                <AdminInput {...control} key={days[name]} type="date" name={name} required defaultValue={days[name]} />
              )}
            </AdminField>
          ))}
        </FilterForm>
      </div>
    </Popover>
  );
}

/** The list as a file. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useText();
  return (
    <a href={href} className={adminButtonClass({ kind: "quiet" })}>
      <Download aria-hidden size={15} />
      {t("affiliates-admin.csv")}
    </a>
  );
}
