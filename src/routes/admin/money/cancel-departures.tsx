import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { cancelDepartures } from "#src/modules/money/payments/cancel-departure.server.ts";
import { cancellationsPage } from "#src/modules/money/payments/queries.server.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { CANCEL_FIELDS, CancelDepartures, MOST_NIGHTS, RetryRefund } from "#src/modules/money/payments/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/cancel-departures";
import CancelDeparturesPage from "#src/modules/money/payments/admin/cancel-departures-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = (new URL(request.url).searchParams.get("nights") ?? "").split(",").filter(Boolean);
  const seen = await cancellationsPage(await staffContext(context), asked.slice(0, MOST_NIGHTS));
  if (!seen.ok) throw refused(seen);
  if (seen.ahead.length + seen.boards.length + seen.over === 0) throw data(null, { status: 404 });
  return seen;
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  return form.get("act") === "retry" ? retry(ctx, form) : cancel(ctx, form);
}

async function cancel(ctx: RequestContext, form: FormData) {
  const formValues = textsOf(form, [...CANCEL_FIELDS, "choice"]);
  const answer = { at: ctx.now.getTime(), fieldErrors: [], formValues, stale: false, refused: [] };
  const input = CancelDepartures.safeParse({ nights: form.getAll("night"), ...formValues });
  if (!input.success) {
    const fieldErrors = toFieldErrors(CANCEL_FIELDS, input.error.issues);
    if (fieldErrors.length === 0) throw data(null, { status: 400 });
    return data({ ...answer, fieldErrors }, { status: 422 });
  }
  const result = await cancelDepartures(ctx, input.data);
  if (result.ok) return data({ ...answer, refused: result.refused }, { status: result.refused.length > 0 ? 409 : 200 });
  if (result.reason === "forbidden") throw refused(result);
  const fieldErrors = [{ id: "word" as const, message: "payments-cancel.error.word" as const }];
  return data({ ...answer, fieldErrors }, { status: 422 });
}

async function retry(ctx: RequestContext, form: FormData) {
  const input = RetryRefund.safeParse({ refund_id: form.get("refund_id") });
  if (!input.success) throw data(null, { status: 400 });
  const result = await retryRefund(ctx, input.data);
  if (result.ok) return data<Flash>({ flash: "payments-cancel.flash.retried" });
  return data<Flash>({ flash: "payments-cancel.flash.notRetried", bad: true }, { status: 409 });
}

export default CancelDeparturesPage;
