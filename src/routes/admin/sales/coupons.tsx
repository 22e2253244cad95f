import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { conflict } from "#src/ui/form/answer.ts";
import { z } from "zod";
import { COUPON_REFUSALS, couponFailed, type CouponExtra } from "#src/modules/sales/coupons/rules/refusals.ts";
import { isRouteErrorResponse } from "react-router";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { createCoupon } from "#src/modules/sales/coupons/create-coupon.server.ts";
import { deleteCoupon } from "#src/modules/sales/coupons/delete-coupon.server.ts";
import { listCoupons, openCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import { placesToChoose } from "#src/modules/sales/price-rules/queries.server.ts";
import { FIELDS, readFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { COUPON_LIST } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { SaveCoupon, SavedOver } from "#src/modules/sales/coupons/schema.ts";
import { switchCoupon } from "#src/modules/sales/coupons/switch-coupon.server.ts";
import { updateCoupon } from "#src/modules/sales/coupons/update-coupon.server.ts";
import { CouponsFailure } from "#src/modules/sales/coupons/admin/coupons-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import type { Route } from "./+types/coupons";
import CouponsPage from "#src/modules/sales/coupons/admin/coupons-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = COUPON_LIST.read(new URL(request.url).searchParams);
  const list = await listCoupons(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.edit && filter.edit !== "new" ? await openCoupon(ctx, filter.edit) : null;
  const edit = filter.edit === "new" && list.mayChange ? ("new" as const) : opened?.ok ? opened.coupon : null;
  const history = edit && edit !== "new" ? await historyOf(ctx, [["coupon", edit.id]]) : [];
  const partners = edit ? await listPartnerChoices(ctx) : [];
  const places = edit ? await placesToChoose(ctx) : { cities: [], crawls: [] };
  return { list, filter, edit, history, partners, places };
}

const coupon = z.object({ id: z.uuid() });

export const action = (args: Route.ActionArgs) =>
  adminAct<CouponExtra>(args, {
    refusals: COUPON_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(SaveCoupon.safeParse(readFormValues(form)), SavedOver.safeParse(Object.fromEntries(form))),
        fields: FIELDS,
        run: (ctx, { id, version, ...input }) =>
          id === "new" ? createCoupon(ctx, input) : updateCoupon(ctx, { ...input, id, version }),
        done: (_, { id }) => ({ flash: id === "new" ? "coupons.flash.created" : "coupons.flash.updated" }),
        refusal: (refusal) => ("current" in refusal ? conflict(refusal) : undefined),
      }),
      switch: act({
        input: coupon.extend({ active: z.stringbool().default(false) }),
        run: switchCoupon,
        done: (_, { id, active }) => ({
          flash: active ? "coupons.flash.activated" : "coupons.flash.deactivated",
          undo: { intent: "switch", id, active: String(!active) },
        }),
      }),
      delete: act({
        input: coupon,
        run: deleteCoupon,
        done: "coupons.flash.deleted",
        refusal: (refusal) => ("bookings" in refusal ? { bookings: refusal.bookings } : undefined),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) =>
  keepFormValues(args, ({ intent }) => couponFailed(intent));

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <CouponsFailure />;
}

export default CouponsPage;
