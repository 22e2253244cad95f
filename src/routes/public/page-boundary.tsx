import { Outlet } from "react-router";
import { PageFailure } from "#src/modules/content/components/failure-page.tsx";
import type { Route } from "./+types/page-boundary";

/** Between the site's header and footer and its pages: a page that fails leaves those standing. */
export default Outlet;

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageFailure error={error} />;
