import { arrivals, type Step, whereIs } from "#src/modules/evening/stops/rules/where.ts";
import type { SaidStep, ShownStop, Tap } from "#src/modules/evening/stops/schema.ts";

/** Where a group is, as its guide's page shows it; instants are ISO. */
export type ShownWay = {
  where: {
    state: "before" | "plan" | "at" | "over";
    current: string | null;
    next: string | null;
    since: string | null;
  };
  reached: readonly { id: string; at: string }[];
};

type StepTap = Extract<Tap, { kind: "arrived" | "undone" }>;

type NightWay = ShownWay & {
  night: { date: string; start_time: string; zone: string; starts_at: string; ends_at: string };
  stops: readonly ShownStop[];
  steps: readonly SaidStep[];
};

/** What the server has said of a night, with what the phone has kept since: those come last, whatever the phone's clock says. */
export function shownWay(loaded: NightWay, taps: readonly Tap[]): ShownWay {
  const own = taps.filter((tap): tap is StepTap => tap.kind === "arrived" || tap.kind === "undone");
  const { night, stops, steps, where, reached } = loaded;
  const ids = new Set(steps.map(({ id }) => id));
  const since = own.filter(({ id }) => !ids.has(id));
  if (since.length === 0) return { where, reached };
  let last = Math.max(0, ...steps.map(({ at }) => Date.parse(at)));
  const entries: Step[] = [...steps, ...since.map(({ id, stop, kind, at }) => ({ id, stop_id: stop, kind, at }))].map(
    ({ at, ...step }, number) => {
      last = Math.max(last, number < steps.length ? 0 : Date.parse(at));
      return {
        ...step,
        kind: step.kind,
        number,
        device_at: null,
        at: number < steps.length ? new Date(at) : new Date(last),
      };
    },
  );
  const { date, start_time, zone: time_zone } = night;
  const times = { date, start_time, time_zone, starts_at: new Date(night.starts_at), ends_at: new Date(night.ends_at) };
  const now = whereIs(times, { stops, steps: entries }, new Date(last));
  return {
    where: {
      state: now.state,
      current: now.current?.id ?? null,
      next: now.next?.id ?? null,
      since: now.since?.toISOString() ?? null,
    },
    reached: [...arrivals(times, entries)].map(([id, at]) => ({ id, at: at.toISOString() })),
  };
}
