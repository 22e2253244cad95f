import { expect, test } from "vitest";
import { groupErrors } from "#src/modules/office/importing/rules/group-errors.ts";

const crawl = (line: number, cell: string) => ({ line, field: "crawl", problem: "crawl_unknown", cell }) as const;
const full = (line: number, left: number) =>
  ({ line, field: "people", problem: "night_full", values: { left }, cell: "2" }) as const;

test("what is wrong with many rows in the same way is one error, where the first of them is", () => {
  const errors = [crawl(2, "Downtown"), full(3, 1), crawl(3, "Downtown"), crawl(4, "Uptown"), full(5, 0), full(6, 0)];
  expect(groupErrors(errors).map(({ line, cell, also }) => [line, cell, also])).toEqual([
    [2, "Downtown", 1],
    [3, "2", 0],
    [4, "Uptown", 0],
    [5, "2", 1],
  ]);
});
