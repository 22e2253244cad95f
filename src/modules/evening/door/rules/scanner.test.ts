import { describe, expect, test } from "vitest";
import { resultOf } from "#src/modules/evening/door/rules/result.ts";
import {
  ADMITTED_MS,
  FIRST,
  GONE_MS,
  leavesAt,
  type ScannerInput,
  type ScannerState,
  step,
} from "#src/modules/evening/door/rules/scanner.ts";
import type { VerdictKind } from "#src/modules/evening/door/rules/verdict.ts";

const result = (kind: VerdictKind) => resultOf("r", { kind, reason: "ok", found: null }, "scan");
const unrecorded = resultOf("r", { kind: "wrong_night", reason: "unrecorded", found: null }, "scan");
const judged = (kind: VerdictKind, now: number, card = false): ScannerInput => ({
  type: "judged",
  result: result(kind),
  now,
  card,
});
const view = (text: string, now: number): ScannerInput => ({ type: "seen", text, now });

/** What was judged, and what is shown at the end. */
function run(inputs: readonly ScannerInput[]): { judged: string[]; shown: string; state: ScannerState } {
  const found: string[] = [];
  let state = FIRST;
  for (const input of inputs) {
    const next = step(state, input);
    ({ state } = next);
    if (next.judge !== null) found.push(next.judge);
  }
  const { shown: current } = state;
  return { judged: found, shown: current.at === "result" ? current.result.kind : current.at, state };
}

const next: ScannerInput = { type: "next" };
const tick = (now: number): ScannerInput => ({ type: "tick", now });

test.each<[name: string, inputs: ScannerInput[], judged: string[], shown: string]>([
  ["a code is judged once", [view("a", 0), view("a", 50)], ["a"], "reading"],
  ["admitted leaves by itself", [view("a", 0), judged("admitted", 100), tick(100 + ADMITTED_MS)], ["a"], "camera"],
  ["but not before", [view("a", 0), judged("admitted", 100), tick(99 + ADMITTED_MS)], ["a"], "admitted"],
  [
    "touching it begins the time anew",
    [judged("admitted", 0), { type: "held", now: 1500 }, tick(2100)],
    [],
    "admitted",
  ],
  ...(["already_in", "wrong_night", "no_place", "not_genuine"] as const).map(
    (kind): [string, ScannerInput[], string[], string] => [
      `${kind} waits for a tap`,
      [view("a", 0), judged(kind, 100), tick(600_000)],
      ["a"],
      kind,
    ],
  ),
  ["another code waits for the tap as well", [judged("no_place", 0), view("b", 50)], [], "no_place"],
  ["and is judged after it", [judged("no_place", 0), view("b", 50), next, view("b", 100)], ["b"], "reading"],
  [
    "a code that stays in view isn't judged again",
    [view("a", 0), judged("no_place", 10), view("a", 2000), next, view("a", 4000)],
    ["a"],
    "camera",
  ],
  [
    "a blurred moment isn't gone",
    [view("a", 0), judged("admitted", 10), tick(2010), view("a", GONE_MS - 1)],
    ["a"],
    "camera",
  ],
  [
    "held up again it is",
    [view("a", 0), judged("admitted", 10), tick(2010), view("a", GONE_MS)],
    ["a", "a"],
    "reading",
  ],
  [
    "a code between makes it new",
    [view("a", 0), judged("admitted", 9), next, view("b", 20), judged("admitted", 30), next, view("a", 40)],
    ["a", "b", "a"],
    "reading",
  ],
  ["alone, the camera goes on under an admitted card", [judged("admitted", 0, true), view("b", 50)], ["b"], "reading"],
  ["but a bad card waits", [judged("already_in", 0, true), view("b", 50)], [], "already_in"],
  ["and so does one that was opened", [judged("admitted", 0, true), { type: "open" }, view("b", 50)], [], "admitted"],
  [
    "what couldn't be recorded is tried again at once",
    [view("a", 0), { type: "judged", result: unrecorded, now: 10, card: false }, next, view("a", 60)],
    ["a", "a"],
    "reading",
  ],
  ["nothing to open at the camera", [{ type: "open" }, { type: "held", now: 1 }], [], "camera"],
])("%s", (_, inputs, expected, output) => {
  expect(run(inputs)).toMatchObject({ judged: expected, shown: output });
});

describe("what leaves by itself", () => {
  test.each(["already_in", "wrong_night", "no_place", "not_genuine"] as const)("%s never does", (kind) =>
    expect(leavesAt({ at: "result", result: result(kind), since: 0, card: false, open: true })).toBe(Infinity),
  );
});
