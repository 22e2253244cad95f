import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { ok } from "#src/kernel/result.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { bookingPanel, idOfReference } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { readAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import {
  BOOKING_REFUSALS,
  type BookingExtra,
  doneText,
  refusalOf,
} from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
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
export const action = (args: Route.ActionArgs) =>
  adminAct<BookingExtra>(args, {
    refusals: BOOKING_REFUSALS,
    acts: { save: panelAct(args.params.bookingId) },
  });

const panelAct = (bookingId: string): Act<BookingExtra> =>
  act({
    input: readAct,
    fields: fieldErrorsOf,
    run: async (ctx, one) => {
      const result = await actOnBooking(ctx, bookingId, one);
      if (!result.ok) return result;
      const panel = await bookingPanel(ctx, bookingId);
      const values = panel.ok ? { reference: panel.panel.reference, email: panel.panel.guest.email } : {};
      return ok({ values, ...("state" in result && { state: String(result.state) }) });
    },
    done: ({ values, state }, one) => {
      const isChange = one.act === "take" && one.change_id !== undefined;
      return { flash: doneText(one.act, { isChange, ...(state !== undefined && { state }) }), values };
    },
    refusal: (refusal, _, { locale }) => refusalOf(refusal, locale),
  });

/** The first error of each field, by the field's name. */
function fieldErrorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldError[] {
  const fieldErrors = issues.map(({ path, message }) => ({
    id: String(path[0] ?? "form"),
    message: message as MessageId,
  }));
  return fieldErrors.filter(({ id }, i) => fieldErrors.findIndex((one) => one.id === id) === i);
}

export default Booking;
