import { expect, test } from "vitest";
import { readAhead, readParts } from "#src/platform/in-portions.server.ts";

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

test("a part is read while the one before it is at hand; an error comes in its turn, and nothing is read for nobody", async () => {
  const events: string[] = [];
  async function* partsUntil(failing: number) {
    try {
      for (let n = 0; n < 4; n++) {
        events.push(`read ${n}`);
        if (n === failing) throw new Error(`part ${n}`);
        yield Promise.resolve(n);
      }
    } finally {
      events.push("closed");
    }
  }
  for await (const part of readAhead(partsUntil(9))) events.push(`wrote ${part}`);
  expect(events).toEqual("read 0,read 1,wrote 0,read 2,wrote 1,read 3,wrote 2,closed,wrote 3".split(","));

  const parts: number[] = [];
  const reading = async () => {
    for await (const part of readAhead(partsUntil(2))) parts.push(part);
  };
  await expect(reading()).rejects.toThrow("part 2");
  expect(parts).toEqual([0, 1]);

  events.length = 0;
  for await (const part of readAhead(partsUntil(9))) if (part === 0) break;
  expect(events).toEqual(["read 0", "read 1", "closed"]);
});
