import { type Night, type Stop, stopInstant } from "#src/modules/evening/stops/rules/route.ts";

/** "We are at this stop", or that taken back; `number` is the order in which the server took them. */
export type Step = {
  id: string;
  number: number;
  stop_id: string;
  kind: "arrived" | "undone";
  device_at: Date | null;
  at: Date;
};

/**
 * Where a night's group is. `before` the start · `plan`: started, but no guide has said so, `current` is where the plan has it · `at` a
 * stop as a guide said · `over`. `since` is when the group came there, null by plan.
 */
export type Where<S extends Stop> = {
  state: "before" | "plan" | "at" | "over";
  current: S | null;
  next: S | null;
  since: Date | null;
};

const EARLY = 6 * 3_600_000;
/** What was said of a departure's night: what was said longer before its start was said of the night that it has been moved from. */
export const ofTonight = (night: Pick<Night, "starts_at">, steps: readonly Step[]): Step[] =>
  steps.filter((step) => saidAt(step).getTime() >= night.starts_at.getTime() - EARLY);

/** The stops where a night's group has been, with the time it came: what was taken back since doesn't count. */
export function arrivals(night: Pick<Night, "starts_at">, steps: readonly Step[]): Map<string, Date> {
  const there = new Map<string, Date>();
  const stopIds = new Set<string>();
  // a phone's stored tap arrives later than taps made after it
  for (const step of ofTonight(night, steps).toSorted((a, b) => +saidAt(a) - +saidAt(b) || a.number - b.number)) {
    if (stopIds.has(step.id)) continue;
    stopIds.add(step.id);
    if (step.kind === "undone") there.delete(step.stop_id);
    else if (!there.has(step.stop_id)) there.set(step.stop_id, saidAt(step));
  }
  return there;
}

/** How late a device's word may arrive: its clock counts within this, else the server's. */
const LATE = 6 * 3_600_000;

/** When a step was made: by the device's clock where that is plausible, since it may have been sent later. */
export function saidAt({ device_at: device, at }: Pick<Step, "device_at" | "at">): Date {
  if (device === null || device > at || at.getTime() - device.getTime() > LATE) return at;
  return device;
}

/**
 * Where the group is now. The farthest stop counts, in whatever order the steps came; skipped stops are never next. `stops` are in
 * their order.
 */
export function whereIs<S extends Stop>(
  night: Night,
  { stops, steps }: { stops: readonly S[]; steps: readonly Step[] },
  now: Date,
): Where<S> {
  if (now >= night.ends_at) return { state: "over", current: null, next: null, since: null };
  const there = arrivals(night, steps);
  const at = stops.findLastIndex(({ id }) => there.has(id));
  const nextAfter = (index: number) => stops.slice(index + 1).find(({ skipped }) => !skipped) ?? null;
  if (at >= 0) return { state: "at", current: stops[at]!, next: nextAfter(at), since: there.get(stops[at]!.id)! };
  if (now < night.starts_at) return { state: "before", current: null, next: nextAfter(-1), since: null };
  const planned = stops.findLastIndex(({ skipped, at: time }) => !skipped && stopInstant(night, time) <= now);
  return { state: "plan", current: stops[planned] ?? null, next: nextAfter(planned), since: null };
}
