import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { plainPage } from "#src/modules/site/content/read-pages.server.ts";
import { usableMethods } from "#src/modules/money/payments/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/privacy";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const methods = await usableMethods(ctx);
  const [document, { footer }] = await Promise.all([plainPage(ctx, "privacy", methods), homeContent(ctx)]);
  return { document, email: footer.email, phone: footer.phone };
}

export default later(
  "page-privacy",
  async () => (await import("#src/modules/site/content/components/privacy-page.tsx")).default,
  "touched",
);
