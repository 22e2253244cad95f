import { robotsTxt } from "#src/modules/site/content/rules/sitemap.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/robots";

/** Paths that crawlers are asked to skip. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(robotsTxt(context.get(requestContext).origin), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
