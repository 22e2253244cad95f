import { expect, test } from "vitest";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";

const rows = ["a", "b", "c"].map((id) => ({ id }));
test.each([
  ["in the middle", "b", "/a", "/c"],
  ["at the beginning", "a", null, "/b"],
  ["at the end", "c", "/b", null],
  ["on another page", "x", null, null],
  ["not there at all", null, null, null],
])("the neighbours of a record %s", (_where, open, previousHref, nextHref) => {
  expect(neighboursOf(rows, open, ({ id }) => `/${id}`)).toEqual({ previousHref, nextHref });
});
