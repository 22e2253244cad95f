import { data } from "react-router";
import NightAddOns from "#src/modules/evening/stops/admin/night-add-ons-page.tsx";
import { handOutAddOn } from "#src/modules/evening/stops/hand-out-add-on.server.ts";
import { addOnsToHandOut } from "#src/modules/evening/stops/queries.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { HandOutAct } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/night-add-ons";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const me = ctx.actor.userId ?? "";
  const page = await addOnsToHandOut(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    if (page.reason === "not_tonight") return { night: null, id: params.id, me };
    throw data(null, { status: 404 });
  }
  return { night: page.night, addOns: page.addOns, me, tapKey: crypto.randomUUID() };
}

export const action = ({ params: { id: departureId }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: STOPS_REFUSALS,
    acts: {
      save: act({
        input: HandOutAct,
        run: (ctx, { key, device_at, ...input }) =>
          handOutAddOn(ctx, { ...input, id: key, departureId, deviceAt: device_at }),
        done: ({ name }, { kind }) => ({ flash: `stops-admin.flash.${kind}` as const, values: { name } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default NightAddOns;
