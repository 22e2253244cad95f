import { expect, test } from "vitest";
import { readParts } from "#src/platform/in-portions.server.ts";

/** A list of numbers that is read in parts of three, with what each read was asked for. */
async function readAll(length: number) {
  const list = Array.from({ length }, (_, n) => n);
  const reads: [last: number | null, count: number][] = [];
  const parts = readParts<number>(3, async (last, count) => {
    reads.push([last, count]);
    return Promise.resolve(list.slice(last === null ? 0 : last + 1).slice(0, 3));
  });
  return { parts: await Array.fromAsync(parts), reads };
}

test("a list is read part by part, each after the last item of the one before", async () => {
  const { parts, reads } = await readAll(7);
  expect(parts).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  expect(reads).toEqual([
    [null, 0],
    [2, 3],
    [5, 6],
  ]);
});

test("a part that isn't full is the last, and an empty one is none", async () => {
  expect(await readAll(6)).toEqual({
    parts: [
      [0, 1, 2],
      [3, 4, 5],
    ],
    reads: [
      [null, 0],
      [2, 3],
      [5, 6],
    ],
  });
  expect(await readAll(2)).toEqual({ parts: [[0, 1]], reads: [[null, 0]] });
  expect(await readAll(0)).toEqual({ parts: [], reads: [[null, 0]] });
});
