import { plainPage } from "#src/modules/site/content/read-pages.server.ts";
import { usableMethods } from "#src/modules/money/payments/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/faq";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return plainPage(ctx, "faq", await usableMethods(ctx));
}

export default later(
  "page-faq",
  async () => (await import("#src/modules/site/content/components/faq-page.tsx")).default,
  "touched",
);
