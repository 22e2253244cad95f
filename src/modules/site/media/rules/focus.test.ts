import { expect, test } from "vitest";
import { focusAt, focusCss, focusMoved, MIDDLE } from "#src/modules/site/media/rules/focus.ts";

test.each([
  ["ArrowLeft", false, { x: 45, y: 50 }],
  ["ArrowRight", true, { x: 51, y: 50 }],
  ["ArrowUp", false, { x: 50, y: 45 }],
  ["ArrowDown", true, { x: 50, y: 51 }],
  ["Home", false, MIDDLE],
  ["Tab", false, null],
])("%s, finely %s, moves the focus to %j", (key, isFine, to) => {
  expect(focusMoved({ x: 50, y: 50 }, key, isFine)).toEqual(to);
});

test("a focus never leaves its picture", () => {
  expect(focusMoved({ x: 2, y: 99 }, "ArrowLeft", false)).toEqual({ x: 0, y: 99 });
  expect(focusMoved({ x: 2, y: 99 }, "ArrowDown", false)).toEqual({ x: 2, y: 100 });
  expect(focusAt({ x: -4, y: 104.4 })).toEqual({ x: 0, y: 100 });
});

test("pictures with a focus have a rule each", () => {
  expect(focusCss([{ name: "ab".repeat(16), x: 30, y: 80 }])).toBe(
    `img[src*="/uploads/${"ab".repeat(16)}-"]{object-position:30% 80%}`,
  );
  expect(focusCss([])).toBe("");
});
