import { ListFailure } from "#src/ui/admin/list/list-failure.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { usePanelActs } from "#src/ui/admin/list/use-panel-acts.ts";
import { couponColumns, couponPhoneRow } from "#src/modules/sales/coupons/admin/coupon-columns.tsx";
import {
  COUPON_LIST,
  type CouponFilter,
  type CouponState,
  STATES,
} from "#src/modules/sales/coupons/rules/coupon-list.ts";
import type { Route } from "#routes/admin/sales/+types/coupons.ts";
import { Plus } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CouponPartner } from "#src/modules/sales/coupons/admin/coupon-form.tsx";
import { CouponPanel } from "#src/modules/sales/coupons/admin/coupon-panel.tsx";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import type { ListedCoupon, OpenCoupon } from "#src/modules/sales/coupons/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";

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
  places: Places;
};

/** The coupon list, with the panel of the open or new coupon. */
function Coupons({ list: found, filter, edit, history, partners, places }: CouponsProps) {
  const { t, locale } = useText();
  const list = useList(COUPON_LIST, "/admin/coupons", filter);
  const { act, save } = usePanelActs<CouponAnswer>(list.hrefOf());
  const { coupons, counts, all, near, uses, total, mayChange } = found;
  const opened = edit && edit !== "new" ? edit.id : null;
  const look = { t, locale, mayChange, act };
  const add = mayChange && (
    <AdminLink kind="ink" icon={<Plus aria-hidden size={15} />} to={list.hrefOf({ edit: "new" })} preventScrollReset>
      {t("coupons.new")}
    </AdminLink>
  );
  return (
    <ListPage
      list={list}
      title={t("coupons.title")}
      meta={t("coupons.meta", { coupons: all, uses })}
      file={{ name: "coupons.csv", label: t("coupons.export") }}
      actions={add}
      lead={!mayChange && <p className="mb-3 text-text-2">{t("coupons.readOnly")}</p>}
      search={{ label: t("coupons.search") }}
      filters={[
        {
          name: "state",
          label: t("coupons.state"),
          clearLabel: t("coupons.state.clear"),
          options: STATES.map((state) => [state, t(`coupons.state.${state}`), counts[state]]),
        },
      ]}
      words={{ sheet: t("coupons.show") }}
      columns={couponColumns(look)}
      rows={coupons}
      phone={couponPhoneRow(look)}
      opens="edit"
      opened={opened}
      sort={list.sort("sort")}
      near={near}
      nearHref={(q) => list.hrefOf({ q, state: null })}
      empty={
        all === 0 && filter.q === ""
          ? {
              title: t("coupons.empty.title"),
              text: t("coupons.empty.text"),
              action: mayChange && <AdminLink to={`${list.path}?edit=new`}>{t("coupons.new")}</AdminLink>,
            }
          : {
              title: t("coupons.none.title"),
              text: t("coupons.none.text"),
              action: <AdminLink to={list.path}>{t("coupons.none.all")}</AdminLink>,
            }
      }
      pages={{ size: PAGE, total }}
      panel={
        edit && (
          <CouponPanel
            key={edit === "new" ? "new" : edit.id}
            edit={edit}
            history={history}
            partners={partners}
            places={places}
            mayChange={mayChange}
            {...list.panelLinks("edit", coupons, opened)}
            save={save}
            act={act}
          />
        )
      }
    />
  );
}

/** Error state of the list (spec section 8). */
export function CouponsFailure() {
  const { t } = useText();
  return (
    <ListFailure title={t("coupons.error.fetching")} text={t("coupons.error.nothing")} retry={t("coupons.retry")} />
  );
}

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  return <Coupons {...loaderData} />;
}
