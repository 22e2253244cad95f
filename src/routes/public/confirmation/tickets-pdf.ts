import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { ticketsPdf } from "#src/modules/tickets/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/tickets-pdf";

/** The valid tickets for printing, one page a guest. They open the door, so they need the access of the booking's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const request_ctx = context.get(requestContext);
  const ctx = { ...request_ctx, actor: await request_ctx.user() };
  const token = new URL(request.url).searchParams.get("token");
  const file = (await canOpenBooking(ctx, params.bookingId, token))
    ? await ticketsPdf(ctx, params.bookingId, ctx.locale)
    : null;
  if (!file) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `inline; filename="${file.filename}"`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
