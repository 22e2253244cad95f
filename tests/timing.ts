import { nightly } from "#tests/tier.ts";

/** How many answers of each kind are timed at most. */
export const MOST_SAMPLES = 100;
const FIRST_LOOK = 30;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How many times as long the first take as the second, by their medians: single answers may be late for any reason. */
export const ratio = (a: readonly number[], b: readonly number[]): number => median(a) / median(b);

/** Whether two kinds of answers take equally long, with as many samples as there can be. */
export const takeEquallyLong = (a: readonly number[], b: readonly number[]): boolean => isWithin(1.25, ratio(a, b));

/**
 * Samples two kinds of answers, at first a few of each. They do when they are clearly alike, by a narrower bound than that of all; else,
 * and always at night, all are sampled before anybody judges. `more` samples on until there are so many of each.
 */
export async function sampleUntilClear(
  more: (count: number) => Promise<readonly [number[], number[]]>,
  first = nightly ? MOST_SAMPLES : FIRST_LOOK,
): Promise<void> {
  const few = await more(first);
  if (first < MOST_SAMPLES && !isWithin(1.15, ratio(...few))) await more(MOST_SAMPLES);
}

const isWithin = (bound: number, value: number) => value < bound && value > 1 / bound;
