import { expect, test } from "vitest";
import { mostLikely } from "#src/modules/evening/till/rules/most-likely.ts";

const night = (id: string, over: { running?: boolean; own?: boolean; ofTill?: boolean } = {}) => ({
  id,
  running: false,
  own: false,
  ofTill: false,
  ...over,
});

test.each([
  ["nothing", [], undefined],
  ["the first", [night("a"), night("b")], "a"],
  ["what runs", [night("a"), night("b", { running: true })], "b"],
  ["what is in the till's city", [night("a", { running: true }), night("b", { ofTill: true })], "b"],
  [
    "what the seller guides, before what runs elsewhere",
    [night("a", { running: true, ofTill: true }), night("b", { own: true })],
    "b",
  ],
  [
    "of two that the seller guides the one that runs",
    [night("a", { own: true }), night("b", { own: true, running: true }), night("c", { running: true })],
    "b",
  ],
] as const)("the sale begins with %s", (_, nights, id) => {
  expect(mostLikely(nights)?.id).toBe(id);
});
