import { instantOf } from "#src/kernel/local-time.ts";

/** A stop of a night: `at` is local time (HH:MM), `vouchers` are free drinks per ticket there. */
export type Stop = { id: string; at: string; skipped: boolean };

/** What a departure says of its night: local date and start (HH:MM), zone, and both ends as instants. */
export type Night = { date: string; start_time: string; time_zone: string; starts_at: Date; ends_at: Date };

const DAY = 24 * 60;
/** So long before the start a stop's time still belongs to the same evening; anything earlier is after midnight. */
const BEFORE = 6 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Minutes from a night's start to a local time of it, over midnight: 00:30 comes 270 minutes after 20:00. */
export function minutesIn(start: string, at: string): number {
  const after = (minutesOf(at) - minutesOf(start) + DAY) % DAY;
  return after >= DAY - BEFORE ? after - DAY : after;
}

/** A stop's local time (HH:MM) after its night was moved from one start to another, by as much. */
export function movedWith(at: string, was: string, start: string): string {
  const minutes = (minutesOf(at) + minutesOf(start) - minutesOf(was) + DAY) % DAY;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The instant of a stop's local time in its night. */
export function stopInstant({ date, start_time: start, time_zone: zone }: Night, at: string): Date {
  const days = Math.floor((minutesOf(start) + minutesIn(start, at)) / DAY);
  return instantOf(Temporal.PlainDate.from(date).add({ days }).toString(), at, zone);
}

/** The first stop whose time isn't after the one before it, as its index; -1 when all follow one another. */
export function outOfOrder(times: readonly string[]): number {
  const [first] = times;
  if (first === undefined) return -1;
  return times.findIndex((at, index) => index > 0 && minutesIn(first, at) <= minutesIn(first, times[index - 1]!));
}
