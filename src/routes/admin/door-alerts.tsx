import { data } from "react-router";
import { z } from "zod";
import { pageIn } from "#src/kernel/page-of.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { doorAlerts } from "#src/modules/evening/door/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { refusedSales } from "#src/modules/evening/till/queries.server.ts";
import { SettleRefused } from "#src/modules/evening/till/schema.ts";
import { settleRefusal } from "#src/modules/evening/till/settle-refusal.server.ts";
import { posted, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { type Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/door-alerts";
import DoorAlerts from "#src/modules/evening/till/admin/door-alerts-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await doorAlerts(ctx, pageIn(new URL(request.url).searchParams.get("page")));
  if (!seen.ok) throw refused(seen);
  return {
    alerts: seen.alerts,
    page: seen.page,
    isMore: seen.isMore,
    sales: await refusedSales(ctx),
    mayLook: can(ctx.actor, "bookings.change"),
    maySettle: can(ctx.actor, "payments.change"),
  };
}

const Look = z.object({ act: z.literal("look"), id: z.uuid() });

const Act = z.discriminatedUnion("act", [Look, SettleRefused]);

/** Notes an entry as looked at, or the money of a refused sale as settled. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = Act.safeParse(await posted(request));
  if (!input.success) throw data(null, { status: 400 });
  const isSale = input.data.act === "settle";
  const result = await (isSale ? settleRefusal : lookAtDouble)(ctx, input.data);
  const flash: MessageId = isSale ? "till.refusedSales.settled" : "door-admin.flash.looked";
  if (result.ok) return data<Flash | { text: MessageId }>({ flash });
  const text = `door-admin.refused.${result.reason}` as MessageId;
  return data<Flash | { text: MessageId }>({ text }, { status: result.reason === "forbidden" ? 403 : 409 });
}

export default DoorAlerts;
