import { z } from "zod";
import type { MessageId } from "#src/locales/i18n.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { doorAlerts } from "#src/modules/evening/door/queries.server.ts";
import { ALERT_LIST } from "#src/modules/evening/door/rules/lists.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refusedSales } from "#src/modules/evening/till/queries.server.ts";
import { settleRefusal } from "#src/modules/evening/till/settle-refusal.server.ts";
import { act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/door-alerts";
import DoorAlerts from "#src/modules/evening/till/admin/door-alerts-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = ALERT_LIST.read(new URL(request.url).searchParams);
  const page = await doorAlerts(ctx, query.page);
  if (!page.ok) throw refused(page);
  return {
    alerts: page.alerts,
    query,
    isMore: page.isMore,
    sales: await refusedSales(ctx),
    mayLook: can(ctx.actor, "bookings.change"),
    maySettle: can(ctx.actor, "payments.change"),
  };
}

const record = z.object({ id: z.uuid() });
const refusal = ({ reason }: { reason: string }) => ({ formError: `door-admin.refused.${reason}` as MessageId });

/** Notes an entry as looked at, or the money of a refused sale as settled. */
export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "door-admin.refused.entry_not_found" },
    acts: {
      look: act({ input: record, run: lookAtDouble, done: "door-admin.flash.looked", refusal }),
      settle: act({ input: record, run: settleRefusal, done: "till.refusedSales.settled", refusal }),
    },
  });

export default DoorAlerts;
