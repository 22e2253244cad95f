import { data } from "react-router";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { headcountOf } from "#src/modules/evening/stops/queries.server.ts";
import { didStops, refusedStops, stopsNotSent } from "#src/modules/evening/stops/rules/answer.ts";
import { HeadcountAct } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NightHeadcount from "#src/modules/evening/stops/admin/night-headcount-page.tsx";
import type { Route } from "./+types/night-headcount";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  // the copy that the phone reads of its own accord (door/admin/keep-page.ts)
  const isKept = request.headers.has("x-by-itself");
  const seen = await headcountOf(ctx, params.id, { isKept });
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    if (seen.reason === "not_tonight") return { night: null, id: params.id, me: ctx.actor.userId ?? "" };
    throw data(null, { status: 404 });
  }
  const { ok: _, bars: _bars, ...shown } = seen;
  return { ...shown, me: ctx.actor.userId ?? "", tapKey: crypto.randomUUID() };
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const at = ctx.now.getTime();
  const asked = HeadcountAct.safeParse({ ...Object.fromEntries(form), present: form.getAll("present") });
  if (!asked.success) throw data(null, { status: 400 });
  const { stop, key, kind, present, device_at, all } = asked.data;
  const count = {
    departureId: id,
    stopId: stop,
    kind,
    id: key,
    present: all ? "all" : present,
    deviceAt: device_at,
  } as const;
  const result = await countHeads(ctx, count);
  if (result.ok) return data(didStops("stops-admin.heads.flash", at, { missing: result.missing }));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusedStops(result.reason, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, stopsNotSent);

export default NightHeadcount;
