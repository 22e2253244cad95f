import { DocumentPage, ReachUs } from "#src/modules/content/components/document-page.tsx";
import type { Route } from "../+types/privacy";

export default function Privacy({ loaderData: { document, ...reach } }: Route.ComponentProps) {
  return (
    <DocumentPage document={document}>
      <ReachUs {...reach} />
    </DocumentPage>
  );
}
