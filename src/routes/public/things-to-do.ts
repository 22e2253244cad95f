import { writeThingsToDo } from "#src/modules/programs/feeds/write-things-to-do.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/things-to-do";

/** The product feed for Google's “Things to do”. */
export async function loader({ context }: Route.LoaderArgs) {
  const written = await writeThingsToDo(context.get(requestContext));
  if (!written.ok) throw new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  return Response.json(written.feed, { headers: { "cache-control": "public, max-age=600" } });
}
