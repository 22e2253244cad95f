import { expect, test } from "vitest";
import { isSecondTap } from "#src/modules/evening/stops/admin/second-tap.ts";

test("a tap right after another isn't meant, nor is a key that is held down, however long", () => {
  const taps = [0, 300, 800, 1300, 2000, 2650];
  expect(taps.map((timeStamp) => isSecondTap({ timeStamp }))).toEqual([false, true, true, true, false, false]);
});
