import { data } from "react-router";
import { z } from "zod";
import { dateIn } from "#src/kernel/local-time.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { barToEdit } from "#src/modules/evening/stops/queries.server.ts";
import { didStops, refusedStops, type StopsAnswer, stopsNotSent } from "#src/modules/evening/stops/rules/answer.ts";
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
  const seen = await barToEdit(ctx, params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { bar, cities, link, mayChange } = seen;
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

const Act = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.coerce.number().int() }),
  z.object({ intent: z.literal("renew"), seen: z.coerce.number().int() }),
  z.object({ intent: z.enum(["activate", "deactivate"]) }),
]);

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const act = Act.safeParse(form);
  if (!act.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  if (act.data.intent === "renew")
    return answer(await renewBarLink(ctx, { id, seen: act.data.seen }), didStops("stops-admin.flash.renewed", at));
  if (act.data.intent !== "save") {
    const isActive = act.data.intent === "activate";
    const flash = isActive ? "stops-admin.flash.activated" : "stops-admin.flash.deactivated";
    return answer(await switchBar(ctx, { id, isActive }), didStops(flash, at));
  }
  const bar = BarFields.safeParse(form);
  if (!bar.success)
    return data<StopsAnswer>({ fieldErrors: toFieldErrors(BAR_FIELDS, bar.error.issues), at }, { status: 422 });
  const saved = await updateBar(ctx, { id, version: act.data.version, bar: bar.data });
  return answer(saved, didStops("stops-admin.flash.saved", at));
}

type Result = { ok: true } | { ok: false; reason: string; missing?: string };

function answer(result: Result, done: StopsAnswer) {
  if (result.ok) return data(done);
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  return data(refusedStops(result.reason, done.at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, stopsNotSent);

export default EditBar;
