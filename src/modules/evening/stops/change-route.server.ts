import { fail, ok } from "#src/kernel/result.ts";
import { routeTold } from "#src/modules/evening/stops/events.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import { newRoute } from "#src/modules/evening/stops/rules/new-route.ts";
import { isSameList, sayStops } from "#src/modules/evening/stops/rules/say-stops.ts";
import { arrivals } from "#src/modules/evening/stops/rules/where.ts";
import type { NightStop } from "#src/modules/evening/stops/schema.ts";
import { stepsOf } from "#src/modules/evening/stops/store/progress.server.ts";
import {
  barsToChoose,
  ownRoute,
  saveRoute,
  saveRouteVersion,
  stopsOf,
} from "#src/modules/evening/stops/store/route.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Change = { departureId: string; version: number; stops: readonly NightStop[]; tell: boolean };

/**
 * Changes the stops of one night, which get the order of their times; its crawl keeps its own. With `tell` every confirmed booking
 * gets one email about them, unless it had one of this version. `version` is the one that the page showed. Refusals: forbidden
 * {missing}, departure_not_found, not_tonight, changed_meanwhile, stop_reached {id}, stop_behind {at}, same_time {at}, bar_not_found.
 */
export async function changeRoute(ctx: Context, { departureId, version, stops: stopIds, tell }: Change) {
  const guided = await guidedNight(ctx, departureId);
  if (!guided.ok) return guided;
  return ctx.db.transaction().execute(async (tx) => {
    const route = await ownRoute(tx, departureId);
    const was = await stopsOf(tx, [departureId]);
    const reached = new Set(arrivals(guided.night, await stepsOf(tx, departureId)).keys());
    const plan = newRoute(guided.night.start_time, { was, reached, stops: stopIds });
    if ("reason" in plan) return fail(plan.reason, plan);
    const isSame = isSameList(was, plan.stops);
    // copying changes nothing that a page has shown
    const isCurrent = version === route.version || (version === 0 && route.version === 1);
    if (!isSame && !isCurrent) return fail("changed_meanwhile");
    const bars = await barsToChoose(
      tx,
      was.map((stop) => stop.bar_id),
    );
    if (plan.stops.some(({ bar_id: id }) => !bars.some((bar) => bar.id === id))) return fail("bar_not_found");
    const now = isSame ? route.version : route.version + 1;
    const isTold = tell && route.told_version !== now;
    if (!isSame) await saveRoute(tx, departureId, plan.stops);
    if (!isSame || isTold)
      await saveRouteVersion(tx, departureId, { version: now, told_version: isTold ? now : route.told_version });
    if (!isSame) {
      const changes = { stops: [sayStops(was, bars), sayStops(plan.stops, bars)] as const };
      await audit(tx, ctx, { action: "departure.route_changed", subject: ["departure", departureId], changes });
    }
    if (isTold) {
      await audit(tx, ctx, { action: "departure.route_told", subject: ["departure", departureId] });
      await ctx.publish(ctx, tx, routeTold({ departureId, version: now }));
    }
    return ok({ version: now, told: isTold });
  });
}
