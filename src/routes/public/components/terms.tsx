import { DocumentPage, ReachUs } from "#src/modules/content/components/document-page.tsx";
import type { Route } from "../+types/terms";

export default function Terms({ loaderData: { document, ...reach } }: Route.ComponentProps) {
  return (
    <DocumentPage document={document}>
      <ReachUs {...reach} />
    </DocumentPage>
  );
}
