import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { applePassFile } from "#src/modules/tickets/write-passes.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/apple-pass";

/** One guest's ticket for Apple Wallet, where that is configured. It opens the door, so it needs the access of the booking's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const request_ctx = context.get(requestContext);
  const ctx = { ...request_ctx, actor: await request_ctx.user() };
  const token = new URL(request.url).searchParams.get("token");
  const file = (await canOpenBooking(ctx, params.bookingId, token))
    ? await applePassFile(ctx, params.bookingId, params.ticketId)
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
