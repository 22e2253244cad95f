import { CircleAlert, Trash2 } from "#src/ui/lucide/icons.ts";
import { useRef, useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { CouponForm, type CouponPartner } from "#src/modules/sales/coupons/admin/coupon-form.tsx";
import { CouponUses } from "#src/modules/sales/coupons/admin/coupon-uses.tsx";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import { FIELDS, isFreeForAll, NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { OpenCoupon } from "#src/modules/sales/coupons/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

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

const FORM = "coupon-form";

/** A coupon's form, its uses, and other actions. */
export function CouponPanel({
  edit,
  history,
  partners,
  places,
  mayChange,
  closeHref,
  previousHref,
  nextHref,
  save,
  act,
}: CouponPanelProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const isNew = edit === "new";
  const id = isNew ? "new" : edit.id;
  const [stored, setStored] = useState({
    coupon: isNew ? NEW_COUPON : edit.formValues,
    version: isNew ? 0 : edit.version,
  });
  const [formValues, setFormValues] = useState(stored.coupon);
  // ignore answers from before this panel was opened
  const [before] = useState({ save: save.data, act: act.data });
  const saved = save.data !== before.save && save.data?.id === id ? save.data : null;
  const acted = act.data !== before.act && act.data?.id === id ? act.data : null;
  const answer = saved?.done ? null : saved;
  const isOver = saved?.done === true || (acted?.intent === "delete" && acted.done === true);
  const isChanged = FIELDS.some((field) => formValues[field] !== stored.coupon[field]);
  const form = useRef<HTMLFormElement>(null);
  const [isAsking, setAsking] = useState(false);
  // what was saved as such has been asked about
  const asks = isFreeForAll(formValues) && (isNew || !isFreeForAll(stored.coupon));
  const takeTheirs = () => {
    if (!answer?.current) return;
    setStored({ coupon: answer.current, version: answer.version! });
    setFormValues(answer.current);
  };
  return (
    <SidePanel
      title={isNew ? t("coupons.new") : t("coupons.edit", { code: edit.formValues.code })}
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange && (
          <>
            <AdminButton kind="ink" type="submit" form={FORM} busy={save.state !== "idle"} data-save>
              {isNew ? t("coupons.create") : t("coupons.save")}
            </AdminButton>
            <AdminLink kind="quiet" to={closeHref} preventScrollReset>
              {t("admin.cancel")}
            </AdminLink>
            {isNew ? (
              <span className="ml-auto self-center text-text-3">{t("coupons.nothingSaved")}</span>
            ) : (
              <DeleteCoupon coupon={edit} act={act} />
            )}
          </>
        )
      }
    >
      <save.Form
        ref={form}
        id={FORM}
        method="post"
        action={pathname}
        noValidate
        onSubmit={(event) => {
          if (!asks || formValues.code.trim() === "") return;
          event.preventDefault();
          setAsking(true);
        }}
        className="py-3"
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        {answer?.bad && (
          <div className="mb-3">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {t("coupons.failedKept")}
            </AdminNotice>
          </div>
        )}
        <CouponForm
          stored={stored.coupon}
          formValues={formValues}
          onType={(field, value) => setFormValues((now) => ({ ...now, [field]: value }))}
          version={stored.version}
          // once the other user's version was adopted, the conflict is resolved
          answer={answer?.version === stored.version ? null : answer}
          isNew={isNew}
          partners={partners}
          places={places}
          mayChange={mayChange}
          onTakeTheirs={takeTheirs}
        />
        <LeaveGuard unsaved={isChanged && !isOver} panel="edit" />
      </save.Form>
      <ConfirmDialog
        open={isAsking}
        title={t("coupons.free.title")}
        confirmLabel={t("coupons.free.save")}
        cancelLabel={t("coupons.free.back")}
        onConfirm={() => {
          setAsking(false);
          void save.submit(form.current);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t("coupons.free.text", { code: formValues.code.trim() })}</p>
        <p className="mt-2">{t("coupons.free.instead")}</p>
      </ConfirmDialog>
      {!isNew && (
        <>
          <CouponUses coupon={edit} />
          <PanelPart title={t("audit.history")}>
            <RecordHistory entries={history} />
          </PanelPart>
        </>
      )}
    </SidePanel>
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
