import { data } from "react-router";
import { bulkBoard } from "#src/modules/office/booking-admin/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/bulk-act";
import BulkActPage from "#src/modules/office/booking-admin/admin/bulk-act-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await bulkBoard(ctx, params.id);
  if (!page.ok && page.reason === "forbidden") throw refused(page);
  if (!page.ok) throw data(null, { status: 404 });
  return { ...page, now: ctx.now.toISOString(), mayChange: can(ctx.actor, "bookings.change") };
}

export default BulkActPage;
