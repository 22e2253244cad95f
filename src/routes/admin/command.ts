import { findByWords } from "#src/modules/office/command/queries.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/command";

/** The command box's search as the user types. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const input = new URL(request.url).searchParams.get("q") ?? "";
  return await findByWords(ctx, input);
}
