import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { data } from "react-router";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { headcountOf } from "#src/modules/evening/stops/queries.server.ts";
import { HeadcountAct } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NightHeadcount from "#src/modules/evening/stops/admin/night-headcount-page.tsx";
import type { Route } from "./+types/night-headcount";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  // the copy that the phone reads of its own accord (door/admin/keep-page.ts)
  const isKept = request.headers.has("x-by-itself");
  const page = await headcountOf(ctx, params.id, { isKept });
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    if (page.reason === "not_tonight") return { night: null, id: params.id, me: ctx.actor.userId ?? "" };
    throw data(null, { status: 404 });
  }
  const { ok: _, bars: _bars, ...view } = page;
  return { ...view, me: ctx.actor.userId ?? "", tapKey: crypto.randomUUID() };
}

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: STOPS_REFUSALS,
    acts: {
      save: act({
        input: (form) => HeadcountAct.safeParse({ ...Object.fromEntries(form), present: form.getAll("present") }),
        run: (ctx, { stop, key, kind, present, device_at, all }) =>
          countHeads(ctx, {
            departureId: id,
            stopId: stop,
            kind,
            id: key,
            present: all ? "all" : present,
            deviceAt: device_at,
          }),
        done: ({ missing }) => ({ flash: "stops-admin.heads.flash", values: { missing } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default NightHeadcount;
