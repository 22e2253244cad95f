import { data } from "react-router";
import { previewEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/booking-email";

/** One email of a booking, for a sandboxed frame. Null when it can't be shown. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const email = await previewEmail(ctx, { booking_id: params.bookingId, email_id: params.emailId });
  if (!email.ok && email.reason === "email_not_found") throw data(null, { status: 404 });
  return { html: email.ok ? email.html : null };
}
