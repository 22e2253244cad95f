import { expect, test } from "vitest";
import { diceFrom } from "#tests/dice.ts";
import { MOST_SAMPLES, sampleUntilClear, takeEquallyLong } from "#tests/timing.ts";

// Whether few samples are enough: responses are generated from a seed, as noisy as on a busy machine.

/** Milliseconds of responses around 100: most vary by a fifth, one in ten is up to three times as slow. */
function answerTimes(next: () => number): () => number {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return () => 100 * Math.exp(0.2 * normal()) * (next() < 0.1 ? 1 + 2 * next() : 1);
}

/** Judges generated responses of which one kind takes `factor` times as long; returns the sample count and the verdict. */
async function judged(factor: number, seed: number) {
  const time = answerTimes(diceFrom(seed).next);
  const [a, b]: [number[], number[]] = [[], []];
  await sampleUntilClear(async (count) => {
    while (a.length < count) {
      a.push(time() * factor);
      b.push(time());
    }
    return [a, b];
  }, 30);
  return { samples: a.length, alike: takeEquallyLong(a, b) };
}

const runs = (factor: number) => Promise.all(Array.from({ length: 400 }, (_, seed) => judged(factor, seed)));

test("answers that take equally long pass, nearly always after few samples", async () => {
  const all = await runs(1);
  expect(all.filter(({ alike }) => !alike)).toEqual([]);
  expect(all.filter(({ samples }) => samples < MOST_SAMPLES).length).toBeGreaterThan(360);
});

test.each([1.5, 2, 1 / 1.5, 1 / 2])(
  "answers of which one kind takes %f times as long are told apart",
  async (factor) => {
    const all = await runs(factor);
    expect(all.filter(({ alike }) => alike).length).toBeLessThanOrEqual(1);
  },
);
