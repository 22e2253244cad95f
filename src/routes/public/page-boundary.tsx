import { Outlet } from "react-router";
import { PlainFailure } from "#src/modules/site/content/components/plain-failure.tsx";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/page-boundary";

const PageFailure = later(
  "failure",
  async () => (await import("#src/modules/site/content/components/failure-page.tsx")).PageFailure,
  "touched",
  PlainFailure,
);

/** Between the site's header and footer and its pages: when a page fails, those stay. */
export default Outlet;

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageFailure error={error} />;
