import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  attentionCounts,
  citiesOf,
  salesReport,
  tonight,
  waitingItems,
} from "#src/modules/office/reports/queries.server.ts";
import { countAll } from "#src/modules/office/reports/rules/attention.ts";
import { chartOf } from "#src/modules/office/reports/rules/address.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import Dashboard from "#src/modules/office/reports/admin/dashboard-page.tsx";
import type { Route } from "./+types/dashboard";

/** Loads only the parts that the user may see. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const [departure, attention, sold, cities] = await Promise.all([
    tonight(ctx),
    attentionCounts(ctx),
    salesReport(fromReplica(ctx), Object.fromEntries(searchParams)),
    citiesOf(ctx),
  ]);
  const data = {
    now: ctx.now.toISOString(),
    tonight: departure.ok ? departure.tonight : null,
    attention,
    items: countAll(attention) > 0 ? await waitingItems(ctx) : null,
    report: sold.ok ? sold.report : null,
    cities,
    mayReadBookings: can(ctx.actor, "bookings.read"),
    table: chartOf(searchParams.get("table")),
  };
  return data;
}

export default Dashboard;
