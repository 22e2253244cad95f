import { expect, test } from "vitest";
import { waitAfter } from "#src/modules/base/identity/rules/slowing.ts";

test.each([
  [1, 0],
  [19, 0],
  [20, 30],
  [21, 60],
  [24, 480],
  [25, 900],
  [5000, 900],
])("after %i failures the next attempt waits %i seconds", (failures, seconds) => {
  expect(waitAfter(failures)).toBe(seconds);
});
