import { expect, test } from "vitest";
import { pageIn, pageOf, rowsOf } from "#src/kernel/page-of.ts";

test.each([
  [null, 1],
  ["", 1],
  ["2", 2],
  ["9999", 9999],
  ["0", 1],
  ["-1", 1],
  ["10000", 1],
  ["2x", 1],
])("%j is page %d", (text, page) => expect(pageIn(text)).toBe(page));

test("a page reads one row more than it shows, and knows of another by that", () => {
  const all = ["a", "b", "c", "d", "e"];
  const read = (page: number) => {
    const { limit, offset } = rowsOf(page, 2);
    return pageOf(all.slice(offset, offset + limit), 2);
  };
  expect([read(1), read(2), read(3), read(4)]).toEqual([
    { rows: ["a", "b"], isMore: true },
    { rows: ["c", "d"], isMore: true },
    { rows: ["e"], isMore: false },
    { rows: [], isMore: false },
  ]);
});
