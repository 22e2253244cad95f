import { data } from "react-router";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { nightOnTheWay } from "#src/modules/evening/stops/queries.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { didStops, refusedStops, type StopsAnswer, stopsNotSent } from "#src/modules/evening/stops/rules/answer.ts";
import { readNightStops } from "#src/modules/evening/stops/rules/read-form.ts";
import { StepAct } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NightWay from "#src/modules/evening/stops/admin/night-way-page.tsx";
import type { Route } from "./+types/night-way";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await nightOnTheWay(ctx, params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    if (seen.reason === "not_tonight") return { night: null, id: params.id, me: ctx.actor.userId ?? "" };
    throw data(null, { status: 404 });
  }
  const { ok: _, ...night } = seen;
  const changing = new URL(request.url).searchParams.has("change");
  return { night, me: ctx.actor.userId ?? "", tapKey: crypto.randomUUID(), changing };
}

/** Says where the group is, takes that back, or changes tonight's stops. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const at = ctx.now.getTime();
  const intent = form.get("intent");
  if (intent === "change" || intent === "tell") {
    const asked = readNightStops(form);
    if (!asked.success) return data(refusedStops("same_time", at), { status: 422 });
    const tell = intent === "tell";
    const result = await changeRoute(ctx, { departureId: id, ...asked.data, tell });
    if (!result.ok) return answer(result, at);
    return data(didStops(result.told ? "stops-admin.flash.told" : "stops-admin.flash.tonight", at));
  }
  const tap = StepAct.safeParse(Object.fromEntries(form));
  if (!tap.success) throw data(null, { status: 400 });
  const { stop, key, intent: kind, device_at } = tap.data;
  const result = await recordStep(ctx, { departureId: id, stopId: stop, kind, id: key, deviceAt: device_at });
  if (!result.ok) return answer(result, at);
  const flash = kind === "arrived" ? "stops-admin.flash.arrived" : "stops-admin.flash.undone";
  return data(didStops(flash, at, { bar: result.name }));
}

type Refused = { ok: false; reason: string; missing?: string };

function answer(result: Refused, at: number) {
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  return data<StopsAnswer>(refusedStops(result.reason, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, stopsNotSent);

export default NightWay;
