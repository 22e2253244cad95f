import { expect, test } from "vitest";
import { withTaps } from "#src/modules/evening/stops/rules/hand-out.ts";
import type { Tap } from "#src/modules/evening/stops/schema.ts";

const at = "2026-11-20T03:00:00Z";
const party = (booking: string, quantity: number, redeemed: number) => ({
  booking,
  reference: booking,
  name: booking,
  quantity,
  redeemed,
});
const shirts = { id: "shirt", name: "T-shirt", sold: 4, redeemed: 1, parties: [party("a", 3, 1), party("b", 1, 0)] };
const tap = (kind: "handed_out" | "taken_back", booking: string, add_on = "shirt"): Tap => ({
  kind,
  booking,
  add_on,
  id: crypto.randomUUID(),
  at,
});

test.each<[string, Tap[], number[]]>([
  ["nothing was done since", [], [1, 0]],
  ["two were handed out", [tap("handed_out", "a"), tap("handed_out", "b")], [2, 1]],
  ["never more than were bought", [tap("handed_out", "b"), tap("handed_out", "b")], [1, 1]],
  ["one was taken back", [tap("taken_back", "a")], [0, 0]],
  ["never less than none", [tap("taken_back", "b"), tap("handed_out", "b")], [1, 1]],
  ["of another add-on", [tap("handed_out", "a", "hat")], [1, 0]],
  ["the group moved on", [{ kind: "arrived", id: crypto.randomUUID(), at, stop: "s" }], [1, 0]],
])("what a phone shows where %s", (_, taps, redeemed) => {
  const [addOn] = withTaps([shirts], taps);
  expect(addOn!.parties.map((one) => one.redeemed)).toEqual(redeemed);
  expect(addOn!.redeemed).toBe(redeemed.reduce((sum, one) => sum + one, 0));
});
