import { mayMoveToTonight, moveToTonight } from "#src/modules/evening/door/move-to-tonight.server.ts";
import { MoveToTonight } from "#src/modules/evening/door/schema.ts";
import { posted, refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-move";

/** Whether a booking may be moved to a departure of tonight. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  return answerTo(Object.fromEntries(new URL(request.url).searchParams), (wish) => mayMoveToTonight(ctx, wish));
}

/** Moves a booking to a departure of tonight. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  return answerTo(await posted(request), (wish) => moveToTonight(ctx, wish));
}

type Does = (wish: MoveToTonight) => ReturnType<typeof moveToTonight>;

async function answerTo(sent: unknown, does: Does) {
  const input = MoveToTonight.safeParse(sent);
  if (!input.success) return scriptAnswer({ reason: "invalid" }, 422);
  const result = await does(input.data);
  if (result.ok) return scriptAnswer({ moves: true });
  if (result.reason === "forbidden" && "missing" in result) throw refused({ missing: result.missing });
  const left = "left" in result ? { left: result.left } : {};
  return scriptAnswer({ reason: result.reason, ...left }, result.reason === "booking_not_found" ? 404 : 409);
}
