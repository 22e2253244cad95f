import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { data } from "react-router";
import { z } from "zod";
import { dateIn } from "#src/kernel/local-time.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { barToEdit } from "#src/modules/evening/stops/queries.server.ts";
import { renewBarLink, switchBar, updateBar } from "#src/modules/evening/stops/save-bar.server.ts";
import { BAR_FIELDS, BarFields } from "#src/modules/evening/stops/schema.ts";
import { paidToBar } from "#src/modules/evening/till/read-office.server.ts";
import { settlementOf } from "#src/modules/evening/vouchers/queries.server.ts";
import { monthOf } from "#src/modules/evening/vouchers/rules/settlement.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import EditBar from "#src/modules/evening/till/admin/edit-bar-page.tsx";
import type { Route } from "./+types/edit-bar";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await barToEdit(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { bar, cities, link, mayChange } = page;
  const history = await historyOf(ctx, [["bar", bar.id]]);
  const query = new URL(request.url).searchParams;
  const settled = await settlementOf(ctx, bar.id, monthOf(query.get("month"), dateIn(ctx.now, bar.zone)));
  if (!settled.ok) throw data(null, { status: 404 });
  const { month, nights, total } = settled;
  const paid = await paidToBar(ctx, bar.id, month);
  const mayPay = can(ctx.actor, "payments.change");
  return {
    paid,
    mayPay,
    bar,
    cities,
    link,
    mayChange,
    history,
    settled: { month, nights, total },
    added: query.has("added"),
  };
}

const whole = z.coerce.number().int();

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: STOPS_REFUSALS,
    acts: {
      save: act({
        input: BarFields.extend({ version: whole }),
        fields: BAR_FIELDS,
        run: (ctx, { version, ...bar }) => updateBar(ctx, { id, version, bar }),
        done: "stops-admin.flash.saved",
      }),
      renew: act({
        input: z.object({ seen: whole }),
        run: (ctx, { seen: version }) => renewBarLink(ctx, { id, seen: version }),
        done: "stops-admin.flash.renewed",
      }),
      activate: act({
        input: z.object({}),
        run: (ctx) => switchBar(ctx, { id, isActive: true }),
        done: "stops-admin.flash.activated",
      }),
      deactivate: act({
        input: z.object({}),
        run: (ctx) => switchBar(ctx, { id, isActive: false }),
        done: "stops-admin.flash.deactivated",
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default EditBar;
