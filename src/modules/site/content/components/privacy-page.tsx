import { DocumentPage, ReachUs } from "#src/modules/site/content/components/document-page.tsx";
import type { Route } from "#routes/public/+types/privacy.ts";

type PrivacyProps = { loaderData: Route.ComponentProps["loaderData"]; index?: boolean };

/** `index`: false for previews. */
export default function Privacy({ loaderData: { document, ...reach }, index = true }: PrivacyProps) {
  return (
    <DocumentPage document={document} index={index}>
      <ReachUs {...reach} />
    </DocumentPage>
  );
}
