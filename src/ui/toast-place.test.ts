import { expect, test } from "vitest";
import { type Box, freePlace } from "#src/ui/toast-place.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const home = box(908, 716, 356, 64);

test.each([
  ["stays where nothing is", [[], []], [908, 716]],
  ["stays beside a button", [[box(700, 730, 120, 40)], []], [908, 716]],
  ["goes above a button", [[box(1100, 740, 120, 40)], []], [908, 668]],
  ["leaves a link free as well", [[], [box(1100, 740, 120, 40)]], [908, 668]],
  ["goes to the other side of a long column of buttons", [[box(1000, 300, 200, 480)], []], [16, 716]],
  ["covers links rather than buttons", [[box(1100, 740, 120, 40)], [box(0, 0, 1280, 800)]], [908, 668]],
])("a toast %s", (_, expected, [left, top]) => {
  expect(freePlace(home, DESKTOP, expected)).toMatchObject({ left, top });
});

test("on a phone it finds the gap between two forms, and has no place where buttons fill the screen", () => {
  const wide = box(16, 700, 358, 64);
  const below = box(16, 500, 358, 330);
  const above = box(16, 0, 358, 400);
  expect(freePlace(wide, PHONE, [[below, above]])).toMatchObject({ left: 16, top: 428 });
  expect(freePlace(wide, PHONE, [[box(0, 0, 390, 844)]])).toBeNull();
});
