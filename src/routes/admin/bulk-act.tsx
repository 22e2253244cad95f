import { data } from "react-router";
import { BulkBoard } from "#src/modules/office/booking-admin/admin/bulk-board.tsx";
import { bulkBoard } from "#src/modules/office/booking-admin/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/bulk-act";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await bulkBoard(ctx, params.id);
  if (!seen.ok && seen.reason === "forbidden") throw refused(seen);
  if (!seen.ok) throw data(null, { status: 404 });
  return { ...seen, now: ctx.now.toISOString(), mayChange: can(ctx.actor, "bookings.change") };
}

/** How far cancelling or moving several bookings is, and what became of each. */
export default function BulkActPage({ loaderData }: Route.ComponentProps) {
  return <BulkBoard board={loaderData} />;
}
