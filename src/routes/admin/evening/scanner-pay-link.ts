import { payLink } from "#src/modules/evening/door/queries.server.ts";
import { refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-pay-link";

/** Where the guest of `?booking=` pays on their own phone, at the door of `?departure=`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const ctx = await staffContext(context);
  const result = await payLink(ctx, { booking: query.get("booking") ?? "", departure: query.get("departure") });
  if (result.ok) return scriptAnswer({ url: result.url });
  if (result.reason === "forbidden") throw refused(result);
  return scriptAnswer({ reason: result.reason }, result.reason === "booking_not_found" ? 404 : 409);
}
