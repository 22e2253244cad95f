import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { calendarFile } from "#src/modules/tickets/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/calendar";

/** The night for the guest's calendar. It holds the link that opens the booking, so it needs the same access. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const request_ctx = context.get(requestContext);
  const ctx = { ...request_ctx, actor: await request_ctx.user() };
  const token = new URL(request.url).searchParams.get("token");
  const file = (await canOpenBooking(ctx, params.bookingId, token))
    ? await calendarFile(ctx, params.bookingId, ctx.locale)
    : null;
  if (!file) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `attachment; filename="${file.filename}"`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}
