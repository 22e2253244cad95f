import { expect, test } from "vitest";
import { axisOf } from "./axis.ts";

test.each([
  ["nothing", [0, 0, 3], { low: 0, high: 1, ticks: [0, 1] }],
  ["sales only", [0, 290, 3], { low: 0, high: 300, ticks: [0, 100, 200, 300] }],
  ["one small refund", [-20, 290, 3], { low: -20, high: 300, ticks: [0, 100, 200, 300] }],
  ["a refund of half a step", [-50, 290, 3], { low: -100, high: 300, ticks: [-100, 0, 100, 200, 300] }],
  ["a large refund", [-180, 290, 3], { low: -200, high: 300, ticks: [-200, -100, 0, 100, 200, 300] }],
  ["one small refund, one line", [-20, 290, 1], { low: -20, high: 500, ticks: [0, 500] }],
  ["refunds only", [-90, 0, 1], { low: -100, high: 100, ticks: [-100, 0, 100] }],
] as const)("the axis of %s", (_, [min, max, lines], axis) => {
  expect(axisOf(min, max, lines)).toEqual(axis);
});
