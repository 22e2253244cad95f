import { ChevronLeft, Plus, QrCode, ReceiptText } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { PartnerAnswer } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { PartnerFunnelPanel, sayFirstDay } from "#src/modules/partners/commission/admin/partner-funnel.tsx";
import { CsvLink, PartnerTable, PeriodChoice, sayDays } from "#src/modules/partners/commission/admin/partner-list.tsx";
import {
  type ListedPartner,
  type PartnerFunnel,
  PARTNERS_PAGE,
} from "#src/modules/partners/commission/rules/listed-partner.ts";
import {
  PARTNER_LIST,
  PARTNER_STATES,
  type PartnerQuery,
  type PartnerValues,
  STATEMENT_STATES,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { ListFailure } from "#src/ui/admin/list/list-failure.tsx";
import { type FilterOption, ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListHead, ListPages } from "#src/ui/admin/list/list-page.tsx";
import { type List, useList } from "#src/ui/admin/list/use-list.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
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
export function Partners({ list: page, query, funnel, today, origin, statement }: PartnersProps) {
  const { t, locale } = useText();
  const list = useList<PartnerValues>(PARTNER_LIST, "/admin/affiliates", query);
  const act = useFetcher<PartnerAnswer>();
  const { pathname } = useLocation();
  useUndo(act);
  useTopOfDetail(query.partner);
  const { mayChange, sums } = page;
  const isChosen = query.partner !== null;
  const way = funnel && (
    <PartnerFunnelPanel
      key={funnel.id}
      funnel={funnel}
      query={query}
      origin={origin}
      hrefOf={list.hrefOf}
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
            <PeriodChoice days={query.days} today={today} list={list} />
            <CsvLink href={list.fileHref("partners.csv")} />
          </>
        }
      >
        <PartnerTable
          partners={page.partners}
          query={query}
          opened={funnel?.id ?? null}
          list={list}
          empty={
            <Nearest
              search={query.q}
              near={page.near}
              hrefOf={(q) => list.hrefOf({ q })}
              otherwise={<NoPartners isEmpty={page.isEmpty} path={list.path} mayChange={mayChange} />}
            />
          }
        />
        {page.partners.length > 0 && (
          <p className="border-t border-border px-3.5 py-2 text-fine text-text-3">
            {t(query.days.month === null ? "affiliates-admin.counts.night" : "affiliates-admin.counts.statement")}
          </p>
        )}
        <ListPages list={list} size={PARTNERS_PAGE} total={sums.partners} />
      </Panel>
    </div>
  );
  return (
    <>
      <ListHead
        list={list}
        title={t("affiliates-admin.title")}
        meta={!page.isEmpty && <Sums sums={sums} query={query} today={today} />}
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
            to={list.hrefOf({ partner: null })}
            className="inline-flex min-h-11 items-center gap-1 text-text-2 no-underline"
          >
            <ChevronLeft aria-hidden size={16} />
            {t("affiliates-admin.all")}
          </Link>
        </p>
      )}
      <div className={isChosen ? "max-md:hidden" : undefined}>
        {!page.isEmpty && <Filters list={list} cities={page.cities} />}
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

type FiltersProps = { list: List<PartnerValues>; cities: readonly { id: string; name: string }[] };

function Filters({ list, cities }: FiltersProps) {
  const { t } = useText();
  const filter = (name: "city" | "state" | "statement", options: readonly FilterOption[]) => ({
    name,
    label: t(`affiliates-admin.filter.${name}`),
    clearLabel: t(`affiliates-admin.clear.${name}`),
    options,
  });
  return (
    <ListFilters
      list={list}
      search={{ label: t("affiliates-admin.search") }}
      words={{ sheet: t("affiliates-admin.show") }}
      filters={[
        filter("city", [
          ...cities.map(({ id, name }) => [id, name] as const),
          ["online", t("affiliates-admin.online")],
        ]),
        filter(
          "state",
          PARTNER_STATES.map((one) => [one, t(`affiliates-admin.state.${one}`)]),
        ),
        filter(
          "statement",
          STATEMENT_STATES.map((one) => [one, t(`affiliates-admin.statement.${one}`)]),
        ),
      ]}
    />
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
  const text = t("affiliates-admin.failed.text");
  return <ListFailure title={t("affiliates-admin.failed.title")} text={text} retry={t("affiliates-admin.retry")} />;
}
