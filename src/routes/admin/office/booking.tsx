import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { bookingPanel, idOfReference } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { readAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { type AdminAnswer, doneText, refusalOf } from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Booking from "#src/modules/office/booking-admin/admin/booking-page.tsx";
import type { Route } from "./+types/booking";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const panel = await bookingPanel(ctx, params.bookingId);
  if (panel.ok) return { panel: panel.panel };
  if (panel.reason === "forbidden") throw refused(panel);
  // as people name it: the address with the id is the one that is checked for who may see it
  const id = await idOfReference(ctx, params.bookingId);
  if (id) throw redirect(localizedPath(`/admin/bookings/${id}`, ctx.locale));
  throw data(null, { status: 404 });
}

/** The forms of a booking's panel, wherever it is shown. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const at = ctx.now.getTime();
  const answer = (body: AdminAnswer, status: number) => data<AdminAnswer>(body, { status });
  const act = readAct(await request.formData());
  if (!act.success) return answer({ done: false, fieldErrors: fieldErrorsOf(act.error.issues), at }, 422);
  const result = await actOnBooking(ctx, params.bookingId, act.data);
  if (!result.ok)
    return answer({ done: false, ...refusalOf(result, ctx.locale), at }, result.reason === "forbidden" ? 403 : 409);
  const panel = await bookingPanel(ctx, params.bookingId);
  const values = panel.ok ? { reference: panel.panel.reference, email: panel.panel.guest.email } : {};
  const isChange = act.data.act === "take" && act.data.change_id !== undefined;
  const state = "state" in result ? { state: String(result.state) } : {};
  return answer({ done: true, flash: doneText(act.data.act, { isChange, ...state }), values, at }, 200);
}

/** The first error of each field, by the field's name. */
function fieldErrorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldError[] {
  const fieldErrors = issues.map(({ path, message }) => ({
    id: String(path[0] ?? "form"),
    message: message as MessageId,
  }));
  return fieldErrors.filter(({ id }, i) => fieldErrors.findIndex((one) => one.id === id) === i);
}

export default Booking;
