import { readDocument } from "#src/locales/documents.server.ts";
import { DocumentPage, ReachUs } from "#src/modules/content/components/document-page.tsx";
import { homeContent } from "#src/modules/content/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/privacy";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [document, { footer }] = await Promise.all([readDocument("privacy", ctx.locale), homeContent(ctx)]);
  return { document, email: footer.email, phone: footer.phone };
}

export default function Privacy({ loaderData: { document, ...reach } }: Route.ComponentProps) {
  return (
    <DocumentPage document={document}>
      <ReachUs {...reach} />
    </DocumentPage>
  );
}
