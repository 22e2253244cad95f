import { DocumentPage, ReachUs } from "#src/modules/site/content/components/document-page.tsx";
import type { Route } from "#routes/public/+types/terms.ts";

type TermsProps = { loaderData: Route.ComponentProps["loaderData"]; index?: boolean };

/** `index`: false for previews. */
export default function Terms({ loaderData: { document, ...reach }, index = true }: TermsProps) {
  return (
    <DocumentPage document={document} index={index}>
      <ReachUs {...reach} />
    </DocumentPage>
  );
}
