import type { Days } from "#src/kernel/period.ts";

/**
 * What of some days may be read from sums of months. `first` is the first month that begins within them, `last` the one that begins
 * last at the latest when they end, each as its first day; `end` is the day after them.
 */
export function monthsIn({ from, to }: Days): { first: string; last: string; end: string } {
  const [begin, end] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to).add({ days: 1 })];
  const first = begin.day === 1 ? begin : begin.with({ day: 1 }).add({ months: 1 });
  return { first: first.toString(), last: end.with({ day: 1 }).toString(), end: end.toString() };
}
