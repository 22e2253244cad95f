import { guestList } from "#src/modules/door/queries.server.ts";
import { refused, scriptAnswer, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scanner-list";

/** The guest lists of tonight and the nights around it, as JSON; 304 where the phone has them already. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const found = await guestList(await staffContext(context));
  if (!found.ok) throw refused(found);
  const headers = { "cache-control": "no-store", etag: found.etag };
  if (request.headers.get("if-none-match")?.replace(/^W\//, "") === found.etag)
    return new Response(null, { status: 304, headers });
  const answer = scriptAnswer(found.list);
  answer.headers.set("etag", found.etag);
  return answer;
}
