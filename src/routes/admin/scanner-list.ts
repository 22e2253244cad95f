import { guestList } from "#src/modules/evening/door/queries.server.ts";
import { refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-list";

/** The guest lists of tonight and the nights around it, as JSON, and for whom; 304 where the phone has them already. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const found = await guestList(ctx);
  if (!found.ok) throw refused(found);
  const headers = { "cache-control": "no-store", etag: found.etag, "door-user": ctx.actor.userId ?? "" };
  if (request.headers.get("if-none-match")?.replace(/^W\//, "") === found.etag)
    return new Response(null, { status: 304, headers });
  const answer = scriptAnswer(found.list);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
