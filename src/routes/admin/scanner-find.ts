import { findGuest } from "#src/modules/evening/door/queries.server.ts";
import { refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-find";

/** The bookings of nights near by `?q=`, a reference, a ticket's code or a whole email address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const result = await findGuest(await staffContext(context), new URL(request.url).searchParams.get("q") ?? "");
  if (result.ok) return scriptAnswer({ found: result.found, elsewhere: result.elsewhere ?? false });
  if (result.reason === "forbidden") throw refused(result);
  return scriptAnswer({ reason: result.reason }, 429);
}
