import { expect, test } from "vitest";
import type { DoorEvent, Entry } from "#src/modules/door/schema.ts";
import { acknowledged, BATCH, entriesNow, nextBatch, pauseAfter } from "#src/modules/door/rules/queue.ts";

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
])("%s", (_, told, queued, expected) => expect(entriesNow(new Map(told), queued, doer).get("t")).toEqual(expected));

test("uploads are in order and bounded, and only what was answered is forgotten", () => {
  const queued = Array.from({ length: BATCH + 20 }, (_, n) => event({ id: `e${n}` }));
  const batch = nextBatch(queued);
  expect([batch.length, batch[0]?.id]).toEqual([BATCH, "e0"]);
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
