import { minutesIn, outOfOrder } from "#src/modules/evening/stops/rules/route.ts";
import type { NightStop } from "#src/modules/evening/stops/schema.ts";

type Was = { id: string; bar_id: string };
type Refused =
  | { reason: "changed_meanwhile" }
  | { reason: "stop_reached"; id: string }
  | { reason: "stop_behind"; at: string }
  | { reason: "same_time"; at: string };

/**
 * A night's stops as they were asked for, in the order of their times over midnight, or why not: one that is there already can be
 * skipped but not left out, one where the group has been stays what it was, and none that is still ahead comes before it.
 */
export function newRoute(
  start: string,
  { was, reached, stops }: { was: readonly Was[]; reached: ReadonlySet<string>; stops: readonly NightStop[] },
): { stops: NightStop[] } | Refused {
  const stopIds = stops.flatMap(({ id }) => id ?? []);
  if (stopIds.length !== was.length || was.some(({ id }) => !stopIds.includes(id)))
    return { reason: "changed_meanwhile" };
  const moved = was.find(({ id, bar_id: bar }) => {
    const now = stops.find((stop) => stop.id === id)!;
    return reached.has(id) && (now.skipped || now.bar_id !== bar);
  });
  if (moved) return { reason: "stop_reached", id: moved.id };
  const ordered = stops.toSorted((a, b) => minutesIn(start, a.at) - minutesIn(start, b.at));
  const been = (list: readonly { id: string | null }[]) =>
    list.findLastIndex(({ id }) => id !== null && reached.has(id));
  const passed = new Set<string | null>(was.slice(0, Math.max(0, been(was))).map(({ id }) => id));
  const behind = ordered.slice(0, Math.max(0, been(ordered))).find(({ id, skipped }) => {
    return !skipped && !(id !== null && (reached.has(id) || passed.has(id)));
  });
  if (behind) return { reason: "stop_behind", at: behind.at };
  const times = ordered.filter(({ skipped }) => !skipped).map(({ at }) => at);
  const twice = outOfOrder(times);
  return twice >= 0 ? { reason: "same_time", at: times[twice]! } : { stops: ordered };
}
