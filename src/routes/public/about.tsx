import { plainPage } from "#src/modules/site/content/read-pages.server.ts";
import { usableMethods } from "#src/modules/money/payments/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/about";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return plainPage(ctx, "about", await usableMethods(ctx));
}

export default later(
  "page-about",
  async () => (await import("#src/modules/site/content/components/about-page.tsx")).default,
  "touched",
);
