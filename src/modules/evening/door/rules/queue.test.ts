import { expect, test } from "vitest";
import type { DoorEvent, Entry } from "#src/modules/evening/door/schema.ts";
import {
  acknowledged,
  asSent,
  ASKED_MS,
  BATCH,
  entriesNow,
  isStillAsked,
  nextBatch,
  pauseAfter,
} from "#src/modules/evening/door/rules/queue.ts";

const event = (over: Partial<DoorEvent>): DoorEvent => ({
  id: "e1",
  kind: "in",
  departure_id: "d",
  ticket_id: "t",
  of_event: null,
  device_at: "2026-11-21T05:00:00.000Z",
  offline: true,
  way: "scan",
  reason: "",
  ...over,
});
// a phone that is three hours ahead
const doer = { name: "Mateo", device: "Door 1", aheadMs: 3 * 3_600_000 };
const mine: Entry = { event: "e1", at: "2026-11-21T02:00:00.000Z", by: "Mateo", device: "Door 1", id_seen: false };
const theirs: Entry = { ...mine, event: "x", by: "Ximena", device: "Door 2" };

test.each<[string, [string, Entry | null][], DoorEvent[], Entry | null | undefined]>([
  ["an entry of this phone, by the server's clock", [], [event({})], mine],
  ["an entry the server knows stays", [["t", theirs]], [event({})], theirs],
  ["taken back", [], [event({}), event({ id: "e2", kind: "undo", of_event: "e1" })], null],
  ["another phone's, taken back here", [["t", theirs]], [event({ kind: "undo", of_event: "x" })], null],
  ["an undo of another entry changes nothing", [["t", theirs]], [event({ kind: "undo", of_event: "y" })], theirs],
  ["proof of age", [["t", theirs]], [event({ kind: "id_seen", of_event: "x" })], { ...theirs, id_seen: true }],
  ["in again after an undo", [["t", null]], [event({})], mine],
  ["somebody turned away", [], [event({ kind: "deny" })], undefined],
])("%s", (_, notice, queued, expected) => expect(entriesNow(new Map(notice), queued, doer).get("t")).toEqual(expected));

test("uploads are in order and bounded, and only what was answered is forgotten", () => {
  const queued = Array.from({ length: BATCH + 20 }, (_, n) => event({ id: `e${n}` }));
  const batch = nextBatch(queued, 0);
  expect([batch.length, batch[0]?.id]).toEqual([BATCH, "e0"]);
  expect([1, 3, 5, 40].map((failures) => nextBatch(queued, failures).length)).toEqual([50, 12, 5, 5]);
  const answer = { result: "stored" as const, verdict: null, reason: null, entry: null };
  expect(
    acknowledged([
      { id: "e0", ...answer },
      { id: "e1", ...answer, result: "double" },
    ]),
  ).toEqual(["e0", "e1"]);
});

test("the pauses grow, and end growing", () =>
  expect([1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([1500, 3000, 6000, 12_000, 15_000, 15_000]));

const HOUR = 3_600_000;
test.each<[string, number | null, number, string]>([
  ["a clock that nobody set", 3 * HOUR, 3 * HOUR, "05:00"],
  ["the line's own delay", 3 * HOUR, 3 * HOUR + 900, "05:00"],
  ["a clock set right since", 3 * HOUR, 0, "02:00"],
  ["a clock set wrong since", 0, -HOUR, "04:00"],
  ["nothing known when it was made", null, HOUR, "05:00"],
])("%s: an event keeps its moment", (_, ahead, now, time) =>
  expect(asSent({ ...event({}), device: "d1", ahead }, now)).toEqual(
    event({ device_at: `2026-11-21T${time}:00.000Z` }),
  ),
);

test.each<[string, number, Entry | null, boolean]>([
  ["just now", 1000, null, true],
  ["long ago", ASKED_MS, null, false],
  ["long ago, but the server has taken it", ASKED_MS, mine, true],
  ["long ago, and another's counts", ASKED_MS, theirs, false],
])("a question without an answer, asked %s", (_, ago, entry, expected) =>
  expect(isStillAsked(event({}), entry, Date.parse(event({}).device_at) + ago)).toBe(expected),
);
