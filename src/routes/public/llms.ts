import { writeLlms } from "#src/modules/programs/feeds/write-llms.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/llms";

/** What the site is and how to book on it, for programs that read for people (llmstxt.org). */
export const loader = async ({ context }: Route.LoaderArgs) =>
  new Response(await writeLlms(context.get(requestContext)), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=600" },
  });
