import { pictureLibrary } from "#src/modules/site/media/queries.server.ts";
import { LIBRARY } from "#src/modules/site/media/rules/library.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/media-choice";

/** Pictures to choose from, as JSON: a page of the library, searched by `?q=`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const found = await pictureLibrary(ctx, { ...LIBRARY.read(new URL(request.url).searchParams), view: "all" });
  if (!found.ok) throw refused(found);
  const pictures = found.pictures.map(({ src, size, alt, alt_es }) => ({ src, alt, alt_es, ...size }));
  return Response.json({ pictures, total: found.total }, { headers: { "cache-control": "no-store" } });
}
