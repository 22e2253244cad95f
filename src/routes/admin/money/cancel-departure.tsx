import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { cancelDeparture } from "#src/modules/money/payments/cancel-departure.server.ts";
import { type RefusedCancellation } from "#src/modules/money/payments/admin/cancel-preview.tsx";
import { cancellationPage } from "#src/modules/money/payments/queries.server.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { CANCEL_FIELDS, CancelDeparture, RetryRefund } from "#src/modules/money/payments/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/cancel-departure";
import CancelDeparturePage from "#src/modules/money/payments/admin/cancel-departure-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, params }: Route.LoaderArgs) {
  const seen = await cancellationPage(await staffContext(context), params.id);
  if (seen.ok) return seen;
  throw seen.reason === "forbidden" ? refused(seen) : data(null, { status: 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  return form.get("act") === "retry" ? retry(ctx, form) : cancel(ctx, params.id, form);
}

async function cancel(ctx: RequestContext, id: string, form: FormData) {
  const { fingerprint, ...formValues } = textsOf(form, [...CANCEL_FIELDS, "choice", "fingerprint"]);
  const answer: RefusedCancellation = { at: ctx.now.getTime(), fieldErrors: [], formValues, stale: false };
  const input = CancelDeparture.safeParse({ departure_id: id, fingerprint, ...formValues });
  if (!input.success) {
    const fieldErrors = toFieldErrors(CANCEL_FIELDS, input.error.issues);
    return data({ ...answer, fieldErrors }, { status: 422 });
  }
  const result = await cancelDeparture(ctx, input.data);
  if (result.ok) throw redirect(localizedPath(`/admin/schedule/cancel/${id}`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "departure_not_found") throw data(null, { status: 404 });
  const fieldErrors: RefusedCancellation["fieldErrors"] =
    result.reason === "word_wrong" ? [{ id: "word", message: "payments-cancel.error.word" }] : [];
  const stale = result.reason === "stale_preview";
  return data({ ...answer, fieldErrors, stale }, { status: stale ? 409 : 422 });
}

async function retry(ctx: RequestContext, form: FormData) {
  const input = RetryRefund.safeParse({ refund_id: form.get("refund_id") });
  if (!input.success) throw data(null, { status: 400 });
  const result = await retryRefund(ctx, input.data);
  if (result.ok) return data<Flash>({ flash: "payments-cancel.flash.retried" });
  return data<Flash>({ flash: "payments-cancel.flash.notRetried", bad: true }, { status: 409 });
}

export default CancelDeparturePage;
