import { ChevronLeft, CloudOff, Plus, QrCode, ReceiptText } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useFetcher, useLocation, useNavigate } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { PartnerAnswer } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { PartnerFunnelPanel, sayFirstDay } from "#src/modules/partners/commission/admin/partner-funnel.tsx";
import {
  CsvLink,
  type PartnerHref,
  PartnerTable,
  PeriodChoice,
  sayDays,
} from "#src/modules/partners/commission/admin/partner-list.tsx";
import {
  type ListedPartner,
  type PartnerFunnel,
  PARTNERS_PAGE,
} from "#src/modules/partners/commission/rules/listed-partner.ts";
import {
  PARTNER_STATES,
  partnerParams,
  type PartnerQuery,
  STATEMENT_STATES,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { FilterChip, FilterChoice, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { FilterRow, FilterSelect, FilterSheet } from "#src/ui/admin/filter-sheet.tsx";
import { hiddenParams, listHref } from "#src/ui/admin/list-href.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { classNames } from "#src/ui/class-names.ts";

type PartnersProps = {
  list: {
    partners: ListedPartner[];
    sums: { partners: number; bookings: number; commission: number };
    /** what a search text that finds none may have meant */
    near: string[];
    isEmpty: boolean;
    cities: { id: string; name: string }[];
    mayChange: boolean;
  };
  query: PartnerQuery;
  /** Of the partner that the address names, else of the first. */
  funnel: PartnerFunnel | null;
  today: string;
  origin: string;
  /** The chosen partner's statement; without one the way from scan to door takes its place. */
  statement?: ReactNode;
};

/** The partners with their figures; beside or below them the chosen one's way from scan to door and its statement. */
export function Partners({ list, query, funnel, today, origin, statement }: PartnersProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/affiliates", locale);
  const params = partnerParams(query, today);
  const hrefOf: PartnerHref = (over) => listHref(path, { ...params, ...over });
  const act = useFetcher<PartnerAnswer>();
  const { pathname } = useLocation();
  useUndo(act);
  useTopOfDetail(query.partner);
  const { mayChange, sums } = list;
  const isChosen = query.partner !== null;
  const way = funnel && (
    <PartnerFunnelPanel
      key={funnel.id}
      funnel={funnel}
      query={query}
      origin={origin}
      hrefOf={hrefOf}
      mayChange={mayChange}
      onSwitch={(intent) => void act.submit({ intent, id: funnel.id }, { method: "post", action: pathname })}
    />
  );
  const table = (
    <div className={isChosen ? "max-md:hidden" : undefined}>
      <Panel
        padded={false}
        title={t("affiliates-admin.partners")}
        action={
          <>
            <PeriodChoice query={query} params={params} today={today} hrefOf={hrefOf} />
            <CsvLink href={listHref(`${path}/partners.csv`, { ...params, page: null, partner: null, by: null })} />
          </>
        }
      >
        <PartnerTable
          partners={list.partners}
          query={query}
          opened={funnel?.id ?? null}
          hrefOf={hrefOf}
          empty={
            <Nearest
              search={query.q}
              near={list.near}
              hrefOf={(q) => hrefOf({ q, page: 1, partner: null })}
              otherwise={<NoPartners isEmpty={list.isEmpty} path={path} mayChange={mayChange} />}
            />
          }
        />
        {list.partners.length > 0 && (
          <p className="border-t border-border px-3.5 py-2 text-fine text-text-3">
            {t(query.days.month === null ? "affiliates-admin.counts.night" : "affiliates-admin.counts.statement")}
          </p>
        )}
        <PageTurner
          page={query.page}
          size={PARTNERS_PAGE}
          total={sums.partners}
          hrefOf={(page) => hrefOf({ page, partner: null })}
        />
      </Panel>
    </div>
  );
  return (
    <>
      <PageHead
        title={t("affiliates-admin.title")}
        tab={t("admin.tab", { page: t("affiliates-admin.title"), brand: t("common.brand") })}
        meta={!list.isEmpty && <Sums sums={sums} query={query} today={today} />}
        actions={
          <>
            <AdminLink to={localizedPath("/admin/affiliates/qr", locale)} icon={<QrCode aria-hidden size={15} />}>
              {t("affiliates-admin.posters")}
            </AdminLink>
            <AdminLink
              to={localizedPath("/admin/affiliates/statements", locale)}
              icon={<ReceiptText aria-hidden size={15} />}
            >
              {t("affiliates-admin.statements")}
            </AdminLink>
            {mayChange && (
              <AdminLink
                kind="ink"
                to={localizedPath("/admin/affiliates/new", locale)}
                icon={<Plus aria-hidden size={15} />}
              >
                {t("affiliates-admin.partner")}
              </AdminLink>
            )}
          </>
        }
      />
      {isChosen && (
        <p className="mb-3 md:hidden">
          <Link
            to={hrefOf({ partner: null })}
            className="inline-flex min-h-11 items-center gap-1 text-text-2 no-underline"
          >
            <ChevronLeft aria-hidden size={16} />
            {t("affiliates-admin.all")}
          </Link>
        </p>
      )}
      <div className={isChosen ? "max-md:hidden" : undefined}>
        {!list.isEmpty && <Filters query={query} cities={list.cities} params={params} hrefOf={hrefOf} path={path} />}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25.5rem] lg:max-xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className={classNames("grid min-w-0 gap-4", isChosen && !statement && "max-md:hidden")}>
          {table}
          {statement && <div className={classNames("min-w-0", !isChosen && "max-md:hidden")}>{way}</div>}
        </div>
        <div className={classNames("min-w-0", !isChosen && "max-md:hidden")}>{statement ?? way}</div>
      </div>
    </>
  );
}

/** On a phone the chosen partner takes the place of the list, whose rows keep the scroll position. */
function useTopOfDetail(partner: string | null) {
  useEffect(() => {
    if (partner !== null && matchMedia("(width < 48rem)").matches) scrollTo(0, 0);
  }, [partner]);
}

function Sums({
  sums,
  query: { days },
  today,
}: Pick<PartnersProps, "query" | "today"> & { sums: PartnersProps["list"]["sums"] }) {
  const { t, locale } = useText();
  const isNow = days.month === today.slice(0, 7);
  return t(isNow ? "affiliates-admin.metaSince" : "affiliates-admin.metaIn", {
    partners: sums.partners,
    bookings: sums.bookings,
    since: isNow ? sayFirstDay(days.from, locale) : sayDays(days, locale),
    commission: formatPesos(sums.commission, locale),
  });
}

type FiltersProps = {
  query: PartnerQuery;
  cities: readonly { id: string; name: string }[];
  params: Record<string, string | number | null>;
  hrefOf: PartnerHref;
  path: string;
};

function Filters({ query, cities, params, hrefOf, path }: FiltersProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const filters = [
    {
      name: "city",
      value: query.city,
      options: [
        ...cities.map(({ id, name }) => [id, name] as const),
        ["online", t("affiliates-admin.online")] as const,
      ],
    },
    {
      name: "state",
      value: query.state,
      options: PARTNER_STATES.map((one) => [one, t(`affiliates-admin.state.${one}`)] as const),
    },
    {
      name: "statement",
      value: query.statement,
      options: STATEMENT_STATES.map((one) => [one, t(`affiliates-admin.statement.${one}`)] as const),
    },
  ] as const;
  const other = { page: 1, partner: null };
  return (
    <>
      <FilterRow
        search={
          <SearchField
            label={t("affiliates-admin.search")}
            placeholder={t("affiliates-admin.search")}
            value={query.q}
            hiddenFields={hiddenParams(params, ["q", "page", "partner"])}
          />
        }
        count={filters.filter(({ value }) => value !== null).length}
        onSheet={() => setOpen(true)}
      >
        {filters.map(({ name, value, options }) => (
          <FilterChip
            key={name}
            label={t(`affiliates-admin.filter.${name}`)}
            value={value === null ? null : (options.find(([id]) => id === value)?.[1] ?? value)}
            clearHref={hrefOf({ ...other, [name]: null })}
            clearLabel={t(`affiliates-admin.clear.${name}`)}
          >
            {options.map(([id, words]) => (
              <FilterChoice key={id} href={hrefOf({ ...other, [name]: id })} current={id === value}>
                {words}
              </FilterChoice>
            ))}
          </FilterChip>
        ))}
      </FilterRow>
      {isOpen && (
        <FilterSheet
          path={path}
          hiddenFields={hiddenParams(params, ["city", "state", "statement", "page", "partner"])}
          resetHref={hrefOf({ ...other, city: null, state: null, statement: null })}
          applyLabel={t("affiliates-admin.show")}
          onClose={() => setOpen(false)}
        >
          {filters.map(({ name, value, options }) => (
            <FilterSelect
              key={name}
              name={name}
              label={t(`affiliates-admin.filter.${name}`)}
              value={value}
              options={options}
            />
          ))}
        </FilterSheet>
      )}
    </>
  );
}

function NoPartners({ isEmpty, path, mayChange }: { isEmpty: boolean; path: string; mayChange: boolean }) {
  const { t } = useText();
  if (!isEmpty)
    return (
      <Empty
        title={t("affiliates-admin.none.title")}
        text={t("affiliates-admin.none.text")}
        action={<AdminLink to={path}>{t("affiliates-admin.all")}</AdminLink>}
      />
    );
  return (
    <Empty
      title={t("affiliates-admin.empty.title")}
      text={t("affiliates-admin.empty.text")}
      action={mayChange && <AdminLink to={`${path}/new`}>{t("affiliates-admin.add")}</AdminLink>}
    />
  );
}

/** Error state of the list. */
export function PartnersFailure() {
  const { t } = useText();
  const navigate = useNavigate();
  const title = t("affiliates-admin.failed.title");
  return (
    <>
      <title>{t("admin.tab", { page: title, brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <Panel padded={false}>
        <Empty
          page
          title={title}
          text={t("affiliates-admin.failed.text")}
          icon={<CloudOff aria-hidden size={18} />}
          action={<AdminButton onClick={() => void navigate(0)}>{t("affiliates-admin.retry")}</AdminButton>}
        />
      </Panel>
    </>
  );
}
