import { data, isRouteErrorResponse } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { createCoupon } from "#src/modules/sales/coupons/create-coupon.server.ts";
import { deleteCoupon } from "#src/modules/sales/coupons/delete-coupon.server.ts";
import { listCoupons, openCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import { failedAnswer, refusedAnswer } from "#src/modules/sales/coupons/rules/admin.ts";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/admin.ts";
import { FIELDS, readFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { CouponFilter, CouponIntent, SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import { switchCoupon } from "#src/modules/sales/coupons/switch-coupon.server.ts";
import { updateCoupon } from "#src/modules/sales/coupons/update-coupon.server.ts";
import { CouponsFailure } from "#src/modules/sales/coupons/admin/coupons-page.tsx";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import type { Route } from "./+types/coupons";
import CouponsPage from "#src/modules/sales/coupons/admin/coupons-page.tsx";

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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = CouponIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id } = asked.data;
  if (intent === "save") return save(ctx, form, { id, version: asked.data.version });
  const result =
    intent === "switch" ? await switchCoupon(ctx, { id, active: asked.data.active }) : await deleteCoupon(ctx, { id });
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok) return answered(refusedAnswer(intent, id, result), 409);
  const flash =
    intent === "delete"
      ? "coupons.flash.deleted"
      : asked.data.active
        ? "coupons.flash.activated"
        : "coupons.flash.deactivated";
  return answered({ intent, id, flash, active: asked.data.active, done: true });
}

async function save(ctx: RequestContext, form: FormData, { id, version }: { id: string; version: number }) {
  const input = SaveCoupon.safeParse(readFormValues(form));
  if (!input.success)
    return answered(
      { intent: "save", id, fieldErrors: toFieldErrors(FIELDS, input.error.issues), at: ctx.now.getTime() },
      422,
    );
  const result =
    id === "new" ? await createCoupon(ctx, input.data) : await updateCoupon(ctx, { ...input.data, id, version });
  if (result.ok)
    return answered({
      intent: "save",
      id,
      flash: id === "new" ? "coupons.flash.created" : "coupons.flash.updated",
      done: true,
    });
  if (result.reason === "forbidden") throw refused(result);
  return answered({ ...refusedAnswer("save", id, result), at: ctx.now.getTime() }, 409);
}

const answered = (answer: CouponAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <CouponsFailure />;
}

export default CouponsPage;
