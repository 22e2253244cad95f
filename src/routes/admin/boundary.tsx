import { Outlet } from "react-router";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import type { Route } from "./+types/boundary";

/** Between the shell and its pages: when a page fails or is refused, the menu stays. */
export default Outlet;

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <AdminFailure error={error} />;
