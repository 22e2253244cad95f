import { expect, test } from "vitest";
import { batchesPer, inBatches } from "#src/platform/share-statement.server.ts";

type Batch = { of: readonly number[]; end: () => void; fail: (error: Error) => void };

/** Asks for ten times a number; batches end when the test says so. */
function stage(options?: Parameters<typeof inBatches>[1]) {
  const batches: Batch[] = [];
  const run = (of: readonly number[]) =>
    new Promise<number[]>((resolve, reject) =>
      batches.push({ of, end: () => resolve(of.map((one) => one * 10)), fail: reject }),
    );
  return { batches, ask: inBatches(run, options) };
}

test("who is alone goes at once, and who comes meanwhile goes together, each with their own answer", async () => {
  const { batches, ask } = stage();
  const first = ask(1);
  const others = [2, 3, 4].map(ask);
  expect(batches.map(({ of }) => of)).toEqual([[1]]);
  batches[0]!.end();
  expect(await first).toBe(10);
  await expect.poll(() => batches.length).toBe(2);
  expect(batches[1]!.of).toEqual([2, 3, 4]);
  batches[1]!.end();
  expect(await Promise.all(others)).toEqual([20, 30, 40]);
});

test("no batch is larger than the most, and who comes first is served first", async () => {
  const { batches, ask } = stage({ most: 2 });
  const all = Promise.all([1, 2, 3, 4].map(ask));
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => batches.length).toBe(n + 1);
    batches[n]!.end();
  }
  expect(batches.map(({ of }) => of)).toEqual([[1], [2, 3], [4]]);
  expect(await all).toEqual([10, 20, 30, 40]);
});

test("an error is everybody's of its batch, and of nobody after it", async () => {
  const { batches, ask } = stage();
  const first = ask(1);
  const next = ask(2);
  batches[0]!.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => batches.length).toBe(2);
  batches[1]!.end();
  expect(await next).toBe(20);
});

test("nobody waits longer than the patience for a batch that is held up", async () => {
  const { batches, ask } = stage({ patience: 5 });
  const [first, second] = [ask(1), ask(2)];
  await expect.poll(() => batches.length).toBe(2);
  batches[1]!.end();
  expect(await second).toBe(20);
  batches[0]!.end();
  expect(await first).toBe(10);
});

test("each database has batches of its own", async () => {
  const asks: [object, readonly number[]][] = [];
  const ask = batchesPer(async (on: object, batch: readonly number[]) => {
    asks.push([on, batch]);
    return batch;
  });
  const [left, right] = [{}, {}];
  expect(await Promise.all([ask(left, 1), ask(right, 2)])).toEqual([1, 2]);
  expect(asks).toEqual([
    [left, [1]],
    [right, [2]],
  ]);
});
