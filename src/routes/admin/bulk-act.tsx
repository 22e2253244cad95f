import { data } from "react-router";
import { bulkBoard } from "#src/modules/office/booking-admin/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/bulk-act";
import BulkActPage from "#src/modules/office/booking-admin/admin/bulk-act-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await bulkBoard(ctx, params.id);
  if (!seen.ok && seen.reason === "forbidden") throw refused(seen);
  if (!seen.ok) throw data(null, { status: 404 });
  return { ...seen, now: ctx.now.toISOString(), mayChange: can(ctx.actor, "bookings.change") };
}

export default BulkActPage;
