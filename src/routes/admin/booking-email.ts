import { data } from "react-router";
import { previewEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/booking-email";

/** One email of a booking, for a sandboxed frame. Null when it can't be shown. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await previewEmail(ctx, { booking_id: params.bookingId, email_id: params.emailId });
  if (!seen.ok && seen.reason === "email_not_found") throw data(null, { status: 404 });
  return { html: seen.ok ? seen.html : null };
}
