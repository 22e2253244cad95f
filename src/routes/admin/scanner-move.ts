import { moveToTonight } from "#src/modules/door/move-to-tonight.server.ts";
import { MoveToTonight } from "#src/modules/door/schema.ts";
import { noPage, posted, refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-move";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** Moves a booking to a departure of tonight. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = MoveToTonight.safeParse(await posted(request));
  if (!input.success) return scriptAnswer({ reason: "invalid" }, 422);
  const result = await moveToTonight(ctx, input.data);
  if (result.ok) return scriptAnswer({ moved: true });
  if (result.reason === "forbidden" && "missing" in result) throw refused({ missing: result.missing });
  const left = "left" in result ? { left: result.left } : {};
  return scriptAnswer({ reason: result.reason, ...left }, result.reason === "booking_not_found" ? 404 : 409);
}
