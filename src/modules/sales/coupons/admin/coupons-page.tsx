import type { Route } from "#routes/admin/sales/+types/coupons.ts";
import { CloudOff, Download, Plus } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CouponPartner } from "#src/modules/sales/coupons/admin/coupon-form.tsx";
import { CouponPanel } from "#src/modules/sales/coupons/admin/coupon-panel.tsx";
import { CouponTable } from "#src/modules/sales/coupons/admin/coupon-table.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import {
  type CouponFilter,
  type CouponState,
  type ListedCoupon,
  type OpenCoupon,
  STATES,
} from "#src/modules/sales/coupons/schema.ts";
import { AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { FilterChip, FilterChoice, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { FilterRow, FilterSelect, FilterSheet } from "#src/ui/admin/filter-sheet.tsx";
import { hiddenParams, listHref } from "#src/ui/admin/list-href.ts";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { PageTurner } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

const PAGE = 50;

type CouponsProps = {
  list: {
    coupons: ListedCoupon[];
    counts: Record<CouponState, number>;
    all: number;
    /** what a search text that finds none may have meant */
    near: string[];
    uses: number;
    total: number;
    mayChange: boolean;
  };
  filter: CouponFilter;
  /** The coupon open in the panel. */
  edit: OpenCoupon | "new" | null;
  history: readonly AuditLogEntry[];
  /** whom a coupon may belong to */
  partners: readonly CouponPartner[];
};

/** The coupon list, with the panel of the open or new coupon. */
function Coupons({ list, filter, edit, history, partners }: CouponsProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/coupons", locale);
  const sort = filter.sort === "-created" ? undefined : filter.sort;
  const hrefOf = (over: Parameters<typeof listHref>[1]) => listHref(path, { ...filter, sort, ...over });
  const listNow = hrefOf({});
  const { act, save } = useActs(listNow);
  const { coupons, mayChange } = list;
  const opened = edit && edit !== "new" ? edit.id : null;
  return (
    <>
      <PageHead
        title={t("coupons.title")}
        tab={t("admin.tab", { page: t("coupons.title"), brand: t("common.brand") })}
        meta={t("coupons.meta", { coupons: list.all, uses: list.uses })}
        actions={
          <>
            <a
              href={listHref(`${path}/coupons.csv`, { state: filter.state, q: filter.q, sort })}
              className={adminButtonClass({})}
            >
              <Download aria-hidden size={15} />
              {t("coupons.export")}
            </a>
            {mayChange && (
              <AdminLink
                kind="ink"
                icon={<Plus aria-hidden size={15} />}
                to={hrefOf({ edit: "new" })}
                preventScrollReset
              >
                {t("coupons.new")}
              </AdminLink>
            )}
          </>
        }
      />
      {!mayChange && <p className="mb-3 text-text-2">{t("coupons.readOnly")}</p>}
      <Filters filter={filter} counts={list.counts} hrefOf={hrefOf} path={path} />
      <Panel padded={false}>
        <CouponTable
          coupons={coupons}
          filter={filter}
          mayChange={mayChange}
          opened={edit === "new" ? null : (edit?.id ?? null)}
          hrefOf={hrefOf}
          act={act}
          empty={
            <Nearest
              search={filter.q}
              near={list.near}
              hrefOf={(q) => listHref(path, { q, sort })}
              otherwise={
                <NoCoupons isFiltered={list.all === 0 ? filter.q !== "" : true} path={path} mayChange={mayChange} />
              }
            />
          }
        />
        <PageTurner page={filter.page} size={PAGE} total={list.total} hrefOf={(page) => hrefOf({ page })} />
      </Panel>
      {edit && (
        <CouponPanel
          key={edit === "new" ? "new" : edit.id}
          edit={edit}
          history={history}
          partners={partners}
          mayChange={mayChange}
          closeHref={listNow}
          {...neighboursOf(coupons, opened, ({ id }) => hrefOf({ edit: id }))}
          save={save}
          act={act}
        />
      )}
    </>
  );
}

/** The coupon actions: save, which closes the panel, switch and delete. Each reports its result. */
function useActs(listNow: string) {
  const save = useFetcher<CouponAnswer>();
  const act = useFetcher<CouponAnswer>();
  const navigate = useNavigate();
  useFlash(save.data);
  useUndo(act);
  // close the panel after a save or delete; only the server's answer tells, not the click
  const close = () => void navigate(listNow, { preventScrollReset: true });
  useAnswer(save.data?.done ? save.data : null, close);
  useAnswer(act.data?.intent === "delete" && act.data.done ? act.data : null, close);
  return { save, act };
}

type FiltersProps = {
  filter: CouponFilter;
  counts: Record<CouponState, number>;
  hrefOf: (over: Record<string, string | number | undefined>) => string;
  path: string;
};

function Filters({ filter, counts, hrefOf, path }: FiltersProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { state, q } = filter;
  const sort = filter.sort === "-created" ? undefined : filter.sort;
  return (
    <>
      <FilterRow
        search={
          <SearchField
            label={t("coupons.search")}
            placeholder={t("coupons.search")}
            value={q}
            kept={hiddenParams({ state, sort }, [])}
          />
        }
        count={state ? 1 : 0}
        onSheet={() => setOpen(true)}
      >
        <FilterChip
          label={t("coupons.state")}
          value={state ? t(`coupons.state.${state}`) : null}
          clearHref={hrefOf({ state: undefined, page: 1 })}
          clearLabel={t("coupons.state.clear")}
        >
          {STATES.map((one) => (
            <FilterChoice key={one} href={hrefOf({ state: one, page: 1 })} current={one === state}>
              <span className="mr-auto">{t(`coupons.state.${one}`)}</span>
              <span className="text-text-3">{counts[one]}</span>
            </FilterChoice>
          ))}
        </FilterChip>
      </FilterRow>
      {isOpen && (
        <FilterSheet
          path={path}
          kept={hiddenParams({ q, sort }, [])}
          resetHref={hrefOf({ state: undefined, page: 1 })}
          applyLabel={t("coupons.show")}
          onClose={() => setOpen(false)}
        >
          <FilterSelect
            name="state"
            label={t("coupons.state")}
            value={state ?? null}
            options={STATES.map((one) => [one, `${t(`coupons.state.${one}`)} (${counts[one]})`])}
          />
        </FilterSheet>
      )}
    </>
  );
}

function NoCoupons({ isFiltered, path, mayChange }: { isFiltered: boolean; path: string; mayChange: boolean }) {
  const { t } = useText();
  if (isFiltered)
    return (
      <Empty
        title={t("coupons.none.title")}
        text={t("coupons.none.text")}
        action={<AdminLink to={path}>{t("coupons.none.all")}</AdminLink>}
      />
    );
  const add: ReactNode = mayChange && <AdminLink to={`${path}?edit=new`}>{t("coupons.new")}</AdminLink>;
  return <Empty title={t("coupons.empty.title")} text={t("coupons.empty.text")} action={add} />;
}

/** Error state of the list (spec section 8). */
export function CouponsFailure() {
  const { t } = useText();
  const navigate = useNavigate();
  const title = t("coupons.error.fetching");
  return (
    <>
      <title>{t("admin.tab", { page: title, brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <Panel padded={false}>
        <Empty
          page
          title={title}
          text={t("coupons.error.nothing")}
          icon={<CloudOff aria-hidden size={18} />}
          action={<AdminButton onClick={() => void navigate(0)}>{t("coupons.retry")}</AdminButton>}
        />
      </Panel>
    </>
  );
}

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  return <Coupons {...loaderData} />;
}
