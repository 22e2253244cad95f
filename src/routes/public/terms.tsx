import { readDocument } from "#src/locales/documents.server.ts";
import { homeContent } from "#src/modules/content/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/terms";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [document, { footer }] = await Promise.all([readDocument("terms", ctx.locale), homeContent(ctx)]);
  return { document, email: footer.email, phone: footer.phone };
}

export default later(
  "page-terms",
  async () => (await import("#src/routes/public/components/terms.tsx")).default,
  "touched",
);
