import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { data } from "react-router";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { nightOnTheWay } from "#src/modules/evening/stops/queries.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { readNightStops } from "#src/modules/evening/stops/rules/read-form.ts";
import { StepAct } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NightWay from "#src/modules/evening/stops/admin/night-way-page.tsx";
import type { Route } from "./+types/night-way";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await nightOnTheWay(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    if (page.reason === "not_tonight") return { night: null, id: params.id, me: ctx.actor.userId ?? "" };
    throw data(null, { status: 404 });
  }
  const { ok: _, ...night } = page;
  const changing = new URL(request.url).searchParams.has("change");
  return { night, me: ctx.actor.userId ?? "", tapKey: crypto.randomUUID(), changing };
}

/** Says where the group is, takes that back, or changes tonight's stops. */
export function action({ params: { id: departureId }, ...args }: Route.ActionArgs) {
  const changing = (tell: boolean) =>
    act({
      input: readNightStops,
      invalid: "stops-admin.refused.same_time",
      run: (ctx, stops) => changeRoute(ctx, { departureId, ...stops, tell }),
      done: ({ told: isAnnounced }) => ({
        flash: isAnnounced ? "stops-admin.flash.told" : "stops-admin.flash.tonight",
      }),
    });
  const step = act({
    input: StepAct,
    run: (ctx, { stop, key, intent, device_at }) =>
      recordStep(ctx, { departureId, stopId: stop, kind: intent, id: key, deviceAt: device_at }),
    done: ({ name }, { intent }) => ({
      flash: intent === "arrived" ? "stops-admin.flash.arrived" : "stops-admin.flash.undone",
      values: { bar: name },
    }),
  });
  const acts = { change: changing(false), tell: changing(true), arrived: step, undone: step };
  return adminAct(args, { refusals: STOPS_REFUSALS, acts });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default NightWay;
