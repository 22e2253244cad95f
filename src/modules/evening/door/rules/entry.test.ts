import { expect, test } from "vitest";
import { type EntryEvent, entryStates, happenedAt } from "#src/modules/evening/door/rules/entry.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute));
const entry = (id: string, minute: number): EntryEvent => ({ id, kind: "in", of_event: null, happened_at: at(minute) });
const undo = (id: string, of_event: string, minute: number): EntryEvent => ({
  id,
  kind: "undo",
  of_event,
  happened_at: at(minute),
});
const standings = (events: readonly EntryEvent[]) =>
  Object.fromEntries(entryStates(events).map(({ id, standing }) => [id, standing]));

test.each<[string, EntryEvent[], Record<string, string>]>([
  ["nothing", [], {}],
  ["one entry", [entry("a", 1)], { a: "open" }],
  ["the earlier one counts, however late it arrives", [entry("b", 5), entry("a", 1)], { a: "open", b: "double" }],
  ["at the same moment the lower id", [entry("b", 1), entry("a", 1)], { a: "open", b: "double" }],
  ["in whichever order they came", [entry("a", 1), entry("b", 1)], { a: "open", b: "double" }],
  ["an entry that was taken back", [entry("a", 1), undo("u", "a", 2)], { a: "undone" }],
  ["its undo came first", [undo("u", "a", 2), entry("a", 1)], { a: "undone" }],
  ["in again after an undo", [entry("a", 1), undo("u", "a", 2), entry("b", 3)], { a: "undone", b: "open" }],
  ["a double becomes the one", [entry("a", 1), entry("b", 2), undo("u", "a", 3)], { a: "undone", b: "open" }],
  ["a denial changes nothing", [{ ...entry("d", 1), kind: "deny" }, entry("a", 2)], { a: "open" }],
])("%s", (_, events, expected) => expect(standings(events)).toEqual(expected));

test("any order and any repetition give one state", () => {
  const events = [
    entry("a", 4),
    entry("b", 2),
    entry("c", 9),
    undo("u", "b", 5),
    undo("v", "c", 10),
    undo("w", "x", 1),
  ];
  const expected = standings(events);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 500; round += 1) {
    const sent = [...events, ...events.filter(() => random() < 0.4)];
    const shuffled = sent.map((event) => ({ event, by: random() })).toSorted((a, b) => a.by - b.by);
    const states = entryStates(shuffled.map(({ event }) => event));
    expect(Object.fromEntries(states.map(({ id, standing }) => [id, standing]))).toEqual(expected);
    expect(states.map(({ id }) => id)).toEqual(["b", "a", "c"]);
  }
});

test.each([
  ["three hours ahead", 180, 180, 0],
  ["three hours behind", -180, -180, 0],
  ["right", 0, 0, 0],
  ["ahead of what was measured: not in the future", 10, 0, 5],
])("a clock that is %s", (_, minutes, measured, expected) => {
  const received = at(5);
  const deviceAt = new Date(at(0).getTime() + minutes * 60_000);
  expect(happenedAt(deviceAt, measured * 60_000, received)).toEqual(at(expected));
});

test("proof of age belongs to its entry", () => {
  const view: EntryEvent = { id: "s", kind: "id_seen", of_event: "a", happened_at: at(2) };
  const states = entryStates([view, entry("b", 3), undo("u", "b", 4), entry("a", 1)]);
  expect(states.map(({ id, id_seen, standing }) => [id, id_seen, standing])).toEqual([
    ["a", true, "open"],
    ["b", false, "undone"],
  ]);
});
