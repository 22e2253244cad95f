import { expect, test } from "vitest";
import type { DoorGuest, DoorList } from "#src/modules/door/schema.ts";
import {
  type Chip,
  chipCounts,
  doorAt,
  guestsFound,
  headCount,
  isAddress,
  isOver,
  withEntries,
} from "#src/modules/door/rules/guest-list.ts";

const entry = { event: "e", at: "2026-11-21T02:00:00.000Z", by: "Ximena", device: "Door 2", id_seen: false };
const guest = (name: string, over: Partial<DoorGuest> = {}): DoorGuest => ({
  id: name,
  reference: "RND-7K2M4P",
  name,
  people: 2,
  language: "es",
  note: "",
  state: "confirmed",
  mail: `hash of ${name}`,
  tickets: [
    { id: `${name} 1`, code: "K7M2PQ", name },
    { id: `${name} 2`, code: "X3NF8J", name: "Zoe Lambert" },
  ],
  ...over,
});
const night = (id: string, over: Partial<DoorList["departures"][number]> = {}): DoorList["departures"][number] => ({
  id,
  title: "Roma",
  city: "CDMX",
  date: "2026-11-20",
  start: "20:00",
  starts_at: "2026-11-21T02:00:00.000Z",
  ends_at: "2026-11-21T07:00:00.000Z",
  zone: "America/Mexico_City",
  cancelled: false,
  total: 40,
  free: 2,
  tonight: true,
  guests: [],
  ...over,
});
const inside = guest("Renata Solís", {
  tickets: [
    { id: "r1", code: "AAAAAA", name: "", in: entry },
    { id: "r2", code: "BBBBBB", name: "", void: true },
  ],
});
const tonight = night("a", {
  guests: [
    guest("Sofía Méndez", { note: "2 vegetarianas" }),
    inside,
    guest("Jack Murphy", { state: "lapsed", reference: "RND-ZZZZZZ", tickets: [] }),
  ],
});

test.each<[Chip, string, string | null, string[]]>([
  ["all", "", null, ["Jack Murphy", "Renata Solís", "Sofía Méndez"]],
  ["coming", "", null, ["Sofía Méndez"]],
  ["inside", "", null, ["Renata Solís"]],
  ["notes", "", null, ["Sofía Méndez"]],
  ["all", "SOFIA men", null, ["Sofía Méndez"]],
  ["all", "zoe", null, ["Sofía Méndez"]],
  ["all", "k7m-2pq", null, ["Sofía Méndez"]],
  ["all", "rnd-zzz", null, ["Jack Murphy"]],
  ["all", "who@ever.test", "hash of Renata Solís", ["Renata Solís"]],
  ["all", "who@ever.test", "", []],
  ["inside", "sofia", null, []],
])("%s, “%s”", (chip, search, mail, names) =>
  expect(guestsFound(tonight, chip, search, mail).map(({ name }) => name)).toEqual(names),
);

test("counts people who may come in, without withdrawn tickets", () => {
  expect(headCount(tonight)).toEqual({ inside: 1, expected: 3 });
  expect(chipCounts(tonight)).toEqual({ all: 3, coming: 2, inside: 1, notes: 1 });
});

test("what was told after the list counts", () => {
  const list = { version: "", now: "", salt: "", keys: {}, departures: [tonight] };
  const told = new Map([
    ["Sofía Méndez 1", entry],
    ["r1", null],
  ]);
  const [changed] = withEntries(list, told).departures;
  expect(changed?.guests.map(({ tickets }) => tickets.map((ticket) => ticket.in?.by ?? null))).toEqual([
    ["Ximena", null],
    [null, null],
    [],
  ]);
});

test("the door is the one chosen while it is tonight's, else tonight's nearest", () => {
  const late = night("late", { starts_at: "2026-11-21T05:00:00.000Z" });
  const tomorrow = night("tomorrow", {
    date: "2026-11-21",
    starts_at: "2026-11-22T02:00:00.000Z",
    ends_at: "2026-11-22T07:00:00.000Z",
    tonight: false,
  });
  const list = {
    version: "",
    now: "",
    salt: "",
    keys: {},
    departures: [tonight, late, tomorrow],
  };
  const at = (chosen: string | null, now: string) => doorAt(list, chosen, Date.parse(now))?.id;
  expect(at(null, "2026-11-21T01:00:00Z")).toBe("a");
  expect(at(null, "2026-11-21T04:30:00Z")).toBe("late");
  expect(at("late", "2026-11-21T01:00:00Z")).toBe("late");
  expect(at("late", "2026-11-21T06:59:00Z"), "after midnight").toBe("late");
  expect(at("tomorrow", "2026-11-21T01:00:00Z")).toBe("a");
  expect(at("a", "2026-11-21T23:00:00Z"), "with yesterday's list").toBe("tomorrow");
  expect(at("gone", "2026-11-21T01:00:00Z")).toBe("a");
});

test("a night leaves the phone a day after its end", () => {
  expect(isOver(tonight, Date.parse("2026-11-22T06:59:59Z"))).toBe(false);
  expect(isOver(tonight, Date.parse("2026-11-22T07:00:00Z"))).toBe(true);
});

test.each([
  ["sofia@example.test", true],
  ["sofia@example", false],
  ["sofia mendez", false],
])("“%s” is a whole address: %s", (text, whole) => expect(isAddress(text)).toBe(whole));
