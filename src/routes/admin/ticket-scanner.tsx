import { data, isRouteErrorResponse } from "react-router";
import { PlainFailure } from "#src/modules/site/content/components/plain-failure.tsx";
import { DoorRefused } from "#src/modules/evening/door/admin/first-use.tsx";
import { ownProfile } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/ticket-scanner";
import TicketScanner from "#src/modules/evening/till/admin/ticket-scanner-page.tsx";

export { adminLinks as links } from "#src/routes/admin/components/admin-links.ts";

/** Who uses the scanner, where else they may go, and nothing more: the page stays on the phone, guests come by themselves. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const profile = await ownProfile(ctx);
  return data({
    me: { id: ctx.actor.userId ?? "", name: profile?.first_name ?? "" },
    may: { sell: can(ctx.actor, "sales.door"), review: can(ctx.actor, "bookings.read") },
  });
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) =>
  isRouteErrorResponse(error) && error.status === 403 ? <DoorRefused /> : <PlainFailure error={error} />;

export default TicketScanner;
