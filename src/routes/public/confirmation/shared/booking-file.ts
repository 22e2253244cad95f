import type { RouterContextProvider } from "react-router";
import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import { countPaper } from "#src/modules/site/media/limit-papers.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";
import { type Context, signedIn } from "#src/platform/context.server.ts";
import { tooManyFiles } from "#src/platform/stream-file.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";

type FileRequest = { context: Readonly<RouterContextProvider>; request: Request; params: { bookingId: string } };

/**
 * Serves a file of a booking to visitors who may open its page; otherwise, or without such a file, responds as for a missing
 * booking; who holds a link that has ended is led to the booking's page. `inline` files open in the browser, others are downloaded.
 */
export async function bookingFile(
  { context, request, params }: FileRequest,
  make: (ctx: Context) => Promise<File | null>,
  inline = false,
): Promise<Response> {
  const ctx = await signedIn(context);
  const token = new URL(request.url).searchParams.get("token");
  const isOpen = await canOpenBooking(ctx, params.bookingId, token);
  if (!isOpen) await leadOldLink(ctx, params.bookingId, token);
  const counted = isOpen ? await countPaper(ctx) : null;
  if (counted && !counted.ok) return tooManyFiles(counted.retry_after);
  const file = isOpen ? await make(ctx) : null;
  if (!file) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `${inline ? "inline" : "attachment"}; filename="${file.filename}"`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
