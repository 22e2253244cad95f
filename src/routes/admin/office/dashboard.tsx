import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { citiesOf, salesReport, tonight, waitingItems } from "#src/modules/office/reports/queries.server.ts";
import { countAll } from "#src/modules/office/reports/rules/attention.ts";
import { MOST_PARTNERS } from "#src/modules/office/reports/schema.ts";
import { REPORT_ADDRESS } from "#src/modules/office/reports/rules/address.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { staffContext, waitsOf } from "#src/routes/admin/shared.server.ts";
import Dashboard from "#src/modules/office/reports/admin/dashboard-page.tsx";
import type { Route } from "./+types/dashboard";

/** Loads only the parts that the user may see. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = REPORT_ADDRESS.read(new URL(request.url).searchParams);
  const [departure, waits, sold, cities] = await Promise.all([
    tonight(ctx),
    waitsOf(context, ctx),
    salesReport(fromReplica(ctx), query, query.table === null ? MOST_PARTNERS : null),
    citiesOf(ctx),
  ]);
  return {
    now: ctx.now.toISOString(),
    tonight: departure.ok ? departure.tonight : null,
    attention: waits.counts,
    items: countAll(waits.counts) > 0 ? await waitingItems(ctx, waits) : null,
    report: sold.ok ? sold.report : null,
    cities,
    mayReadBookings: can(ctx.actor, "bookings.read"),
    query,
  };
}

export default Dashboard;
