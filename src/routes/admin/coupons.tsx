import { act, adminAct, withHidden } from "#src/routes/admin/shared/act.server.ts";
import { aboutForm, conflict, notSent } from "#src/ui/form/answer.ts";
import { z } from "zod";
import { COUPON_REFUSALS, couponFailed, type CouponExtra } from "#src/modules/coupons/rules/refusals.ts";
import { isRouteErrorResponse } from "react-router";
import { listPartnerChoices } from "#src/modules/affiliates/queries.server.ts";
import { historyOf } from "#src/modules/audit/queries.server.ts";
import { createCoupon } from "#src/modules/coupons/create-coupon.server.ts";
import { deleteCoupon } from "#src/modules/coupons/delete-coupon.server.ts";
import { listCoupons, openCoupon } from "#src/modules/coupons/queries.server.ts";
import { FIELDS, readFormValues } from "#src/modules/coupons/rules/coupon-form.ts";
import { CouponFilter, SaveCoupon, SavedOver } from "#src/modules/coupons/schema.ts";
import { switchCoupon } from "#src/modules/coupons/switch-coupon.server.ts";
import { updateCoupon } from "#src/modules/coupons/update-coupon.server.ts";
import { CouponsFailure, Coupons } from "#src/modules/coupons/admin/coupons.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import type { Route } from "./+types/coupons";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const filter = CouponFilter.parse(asked);
  const list = await listCoupons(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = asked["edit"] && asked["edit"] !== "new" ? await openCoupon(ctx, asked["edit"]) : null;
  const edit = asked["edit"] === "new" && list.mayChange ? ("new" as const) : opened?.ok ? opened.coupon : null;
  const history = edit && edit !== "new" ? await historyOf(ctx, [["coupon", edit.id]]) : [];
  const partners = edit ? await listPartnerChoices(ctx) : [];
  return { list, filter, edit, history, partners };
}

const coupon = z.object({ id: z.uuid() });

export const action = (asked: Route.ActionArgs) =>
  adminAct<CouponExtra>(asked, {
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

export const clientAction = (asked: Route.ClientActionArgs) =>
  keepFormValues(asked, (form) => notSent(form, couponFailed(aboutForm(form).intent)));

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  return <Coupons {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <CouponsFailure />;
}
