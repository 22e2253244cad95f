import { robotsTxt } from "#src/modules/content/rules/sitemap.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/robots";

/** What crawlers are asked to leave alone. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(robotsTxt(context.get(requestContext).origin), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
