import { expect, test } from "vitest";
import { changesOf } from "#src/modules/base/audit/rules/audit-log.ts";

test("changes are read in their order, and what is none is left out", () => {
  expect(changesOf({ status: { old: "pending", new: "confirmed" }, note: "x", price: { new: 400 } })).toEqual([
    { field: "status", old: "pending", now: "confirmed" },
    { field: "price", old: undefined, now: 400 },
  ]);
  for (const stored of [null, "text", [1, 2], 7]) expect(changesOf(stored)).toEqual([]);
});
