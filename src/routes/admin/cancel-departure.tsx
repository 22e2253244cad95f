import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { readFormFields } from "#src/modules/identity/rules/account-forms.ts";
import { callOffDeparture } from "#src/modules/payments/call-off-departure.server.ts";
import { CancelBoard } from "#src/modules/payments/admin/cancel-board.tsx";
import { CancelRehearsal, type NotCalledOff } from "#src/modules/payments/admin/cancel-rehearsal.tsx";
import { cancellationPage } from "#src/modules/payments/queries.server.ts";
import { retryRefund } from "#src/modules/payments/retry-refund.server.ts";
import { CALL_OFF_FIELDS, CallOff, RetryRefund } from "#src/modules/payments/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/cancel-departure";

/** A refused rehearsal is counted again; by itself the router reads nothing anew after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, params }: Route.LoaderArgs) {
  const seen = await cancellationPage(await staffContext(context), params.id);
  if (seen.ok) return seen;
  throw seen.reason === "forbidden" ? refused(seen) : data(null, { status: 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  return form.get("act") === "retry" ? retry(ctx, form) : callOff(ctx, params.id, form);
}

async function callOff(ctx: RequestContext, id: string, form: FormData) {
  const { fingerprint, ...formValues } = readFormFields(form, [...CALL_OFF_FIELDS, "fingerprint"]);
  const answer: NotCalledOff = { at: ctx.now.getTime(), fieldErrors: [], formValues, stale: false };
  const input = CallOff.safeParse({ departure_id: id, fingerprint, ...formValues });
  if (!input.success) {
    const fieldErrors = toFieldErrors(CALL_OFF_FIELDS, input.error.issues);
    return data({ ...answer, fieldErrors }, { status: 422 });
  }
  const result = await callOffDeparture(ctx, input.data);
  if (result.ok) throw redirect(localizedPath(`/admin/schedule/cancel/${id}`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "departure_not_found") throw data(null, { status: 404 });
  const fieldErrors: NotCalledOff["fieldErrors"] =
    result.reason === "word_wrong" ? [{ id: "word", message: "cancelling.error.word" }] : [];
  const stale = result.reason === "stale_rehearsal";
  return data({ ...answer, fieldErrors, stale }, { status: stale ? 409 : 422 });
}

async function retry(ctx: RequestContext, form: FormData) {
  const input = RetryRefund.safeParse({ refund_id: form.get("refund_id") });
  if (!input.success) throw data(null, { status: 400 });
  const result = await retryRefund(ctx, input.data);
  if (result.ok) return data<Flash>({ flash: "cancelling.flash.retried" });
  return data<Flash>({ flash: "cancelling.flash.notRetried", bad: true }, { status: 409 });
}

/** Calling a night off: first what it would do, then how far it has come. */
export default function CancelDeparture({ loaderData, actionData }: Route.ComponentProps) {
  const { departure: night, rehearsal, board } = loaderData;
  if (board) return <CancelBoard night={night} board={board} />;
  const answer = actionData && "fieldErrors" in actionData ? actionData : null;
  return <CancelRehearsal night={night} rehearsal={rehearsal} answer={answer} />;
}
