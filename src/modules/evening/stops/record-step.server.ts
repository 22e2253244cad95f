import { fail, ok } from "#src/kernel/result.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import { arrivals } from "#src/modules/evening/stops/rules/where.ts";
import { insertStep, stepsOf } from "#src/modules/evening/stops/store/progress.server.ts";
import { ownRoute, stopsOf } from "#src/modules/evening/stops/store/route.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Step = { departureId: string; stopId: string; kind: "arrived" | "undone"; id: string; deviceAt: Date | null };

/**
 * Notes that a night's group is at a stop, or takes that back. `id` is made by the device: a tap sent again counts once, and so does
 * what another guide has said already. Gives the departure its own stops. Refusals: forbidden {missing}, departure_not_found,
 * not_tonight, stop_not_found, id_taken (by another tap).
 */
export async function recordStep(ctx: Context, { departureId, stopId, kind, id, deviceAt }: Step) {
  const guided = await guidedNight(ctx, departureId);
  if (!guided.ok) return guided;
  return ctx.db.transaction().execute(async (tx) => {
    await ownRoute(tx, departureId);
    const [stops, steps] = [await stopsOf(tx, [departureId]), await stepsOf(tx, departureId)];
    const stop = stops.find((one) => one.id === stopId);
    if (!stop) return fail("stop_not_found");
    const isArrival = kind === "arrived";
    const isThere = arrivals(guided.night, steps).has(stopId);
    const sent = steps.find((step) => step.id === id);
    if (sent && (sent.stop_id !== stopId || sent.kind !== kind)) return fail("id_taken");
    if (sent || isThere === isArrival) return ok({ name: stop.name });
    const isNew = await insertStep(tx, {
      id,
      departure_id: departureId,
      stop_id: stopId,
      kind,
      user_id: ctx.actor.userId,
      device_at: deviceAt,
      at: ctx.now,
    });
    // of another night
    if (!isNew) return fail("id_taken");
    await audit(tx, ctx, {
      action: isArrival ? "departure.at_stop" : "departure.stop_undone",
      subject: ["departure", departureId],
      changes: { stop: [null, stop.name] },
    });
    return ok({ name: stop.name });
  });
}
