import { nightly } from "#tests/tier.ts";

/** How many responses of each kind are timed at most. */
export const MOST_SAMPLES = 100;
const FIRST_LOOK = 30;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Ratio of the two medians: single responses may be slow for any reason. */
export const ratio = (a: readonly number[], b: readonly number[]): number => median(a) / median(b);

/** Whether two kinds of responses take equally long, using all samples. */
export const takeEquallyLong = (a: readonly number[], b: readonly number[]): boolean => isWithin(1.25, ratio(a, b));

/**
 * Samples two kinds of responses, a few of each at first. Those suffice if the kinds are clearly alike, by a narrower bound than
 * for all samples; otherwise, and always at night, all are sampled before judging. `more` samples until there are that many of
 * each.
 */
export async function sampleUntilClear(
  more: (count: number) => Promise<readonly [number[], number[]]>,
  first = nightly ? MOST_SAMPLES : FIRST_LOOK,
): Promise<void> {
  const few = await more(first);
  if (first < MOST_SAMPLES && !isWithin(1.15, ratio(...few))) await more(MOST_SAMPLES);
}

const isWithin = (bound: number, value: number) => value < bound && value > 1 / bound;
