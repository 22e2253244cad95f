import { expect, test } from "vitest";
import { pageOf, rowsOf } from "#src/kernel/page-of.ts";

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
