import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useRef, useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { CouponForm, type CouponPartner } from "#src/modules/sales/coupons/admin/coupon-form.tsx";
import { CouponUses } from "#src/modules/sales/coupons/admin/coupon-uses.tsx";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import { isFreeForAll, NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { OpenCoupon } from "#src/modules/sales/coupons/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { RecordPanel } from "#src/ui/admin/list/record-panel.tsx";
import { usePanelForm } from "#src/ui/admin/list/use-panel-form.ts";
import { PanelPart } from "#src/ui/admin/side-panel.tsx";

type Fetcher = ReturnType<typeof useFetcher<CouponAnswer>>;

type CouponPanelProps = {
  edit: OpenCoupon | "new";
  history: readonly AuditLogEntry[];
  partners: readonly CouponPartner[];
  places: Places;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  save: Fetcher;
  act: Fetcher;
};

/** A coupon's form, its uses, and other actions. */
export function CouponPanel({ edit, history, partners, places, mayChange, save, act, ...links }: CouponPanelProps) {
  const { t } = useText();
  const { id, isUnsaved, isBad, form } = usePanelForm(edit, { empty: NEW_COUPON, save, act });
  const { isNew, stored, formValues } = form;
  const formElement = useRef<HTMLFormElement>(null);
  const [isAsking, setAsking] = useState(false);
  // what was saved as such has been asked about
  const asks = isFreeForAll(formValues) && (isNew || !isFreeForAll(stored));
  return (
    <RecordPanel
      title={edit === "new" ? t("coupons.new") : t("coupons.edit", { code: edit.formValues.code })}
      links={links}
      id={id}
      isUnsaved={isUnsaved}
      failure={isBad ? t("coupons.failedKept") : null}
      saveLabel={mayChange ? t(isNew ? "coupons.create" : "coupons.save") : null}
      save={save}
      form={formElement}
      onSubmit={(event) => {
        if (!asks || formValues.code.trim() === "") return;
        event.preventDefault();
        setAsking(true);
      }}
      beside={
        edit === "new" ? (
          <span className="ml-auto self-center text-text-3">{t("coupons.nothingSaved")}</span>
        ) : (
          <DeleteCoupon coupon={edit} act={act} />
        )
      }
      below={
        <>
          <ConfirmDialog
            open={isAsking}
            title={t("coupons.free.title")}
            confirmLabel={t("coupons.free.save")}
            cancelLabel={t("coupons.free.back")}
            onConfirm={() => {
              setAsking(false);
              void save.submit(formElement.current);
            }}
            onClose={() => setAsking(false)}
          >
            <p>{t("coupons.free.text", { code: formValues.code.trim() })}</p>
            <p className="mt-2">{t("coupons.free.instead")}</p>
          </ConfirmDialog>
          {edit !== "new" && (
            <>
              <CouponUses coupon={edit} />
              <PanelPart title={t("audit.history")}>
                <RecordHistory entries={history} />
              </PanelPart>
            </>
          )}
        </>
      }
    >
      <CouponForm {...form} partners={partners} places={places} mayChange={mayChange} />
    </RecordPanel>
  );
}

/** Deletes a coupon that was never used; a used one can only be deactivated, and the reason is shown. */
function DeleteCoupon({ coupon, act }: { coupon: OpenCoupon; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const { code, is_active: isActive } = coupon.formValues;
  // it may have been used since the panel was opened
  const refused = act.data?.intent === "delete" && act.data.id === coupon.id ? act.data.bookings : undefined;
  const bookings = Math.max(coupon.bookings, refused ?? 0);
  const isUsed = bookings > 0;
  const confirm = () => {
    const intent = isUsed ? "switch" : "delete";
    void act.submit({ intent, active: "false", id: coupon.id }, { method: "post", action: pathname });
    if (isUsed) setAsking(false);
  };
  return (
    <>
      <AdminButton
        kind="danger"
        icon={<Trash2 aria-hidden size={15} />}
        className="ml-auto"
        onClick={() => setAsking(true)}
      >
        {t("coupons.delete")}
      </AdminButton>
      <ConfirmDialog
        open={isAsking}
        title={t(isUsed ? "coupons.keep.title" : "coupons.delete.title", { code })}
        confirmLabel={t(isUsed ? (isActive ? "coupons.keep.confirm" : "coupons.keep.close") : "coupons.delete.confirm")}
        cancelLabel={t("admin.cancel")}
        dangerous={!isUsed}
        busy={act.state !== "idle"}
        onConfirm={isUsed && !isActive ? () => setAsking(false) : confirm}
        onClose={() => setAsking(false)}
      >
        <p>
          {isUsed ? t(isActive ? "coupons.keep.effect" : "coupons.keep.off", { bookings }) : t("coupons.delete.effect")}
        </p>
      </ConfirmDialog>
    </>
  );
}
