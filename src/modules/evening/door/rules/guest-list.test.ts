import { expect, test } from "vitest";
import {
  type Chip,
  chipCounts,
  codeIn,
  doorAt,
  foundElsewhere,
  guestsFound,
  headCount,
  isAddress,
  isLookedUp,
  isOver,
  latestHere,
  mayBeName,
  restOf,
  withEntries,
} from "#src/modules/evening/door/rules/guest-list.ts";
import { doorGuest, doorList, doorNight, ENTRY } from "#tests/door-list.ts";

const guest = (name: string, over: Parameters<typeof doorGuest>[0] = {}) =>
  doorGuest({
    id: name,
    name,
    mail: `hash of ${name}`,
    tickets: [
      { id: `${name} 1`, code: "K7M2PQ", name },
      { id: `${name} 2`, code: "X3NF8J", name: "Zoe Lambert" },
    ],
    ...over,
  });
const inside = guest("Renata Solís", {
  rest: restOf("+44 20 7946 0958")!,
  tickets: [
    { id: "r1", code: "AAAAAA", name: "", in: ENTRY },
    { id: "r2", code: "BBBBBB", name: "", void: true },
  ],
});
const tonight = doorNight({
  id: "a",
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
  ...["+44 (0)20 7946–0958", "020 7946 0958", "0044 20/7946/0958", "442079460958 ext. 12", "٠٢٠٧٩٤٦٠٩٥٨"].map(
    (number): [Chip, string, null, string[]] => ["all", number, null, ["Renata Solís"]],
  ),
  ["coming", "020 7946 0958", null, []],
  ["all", "020 7946 0959", null, []],
  ["all", "7946 0958", null, []],
])("%s, “%s”", (chip, search, mail, names) =>
  expect(guestsFound(tonight, chip, search, mail).map(({ name }) => name)).toEqual(names),
);

test("of a number there is too little on a phone to tell it", () => {
  const rest = restOf("+44 20 7946 0958")!;
  const same = Array.from({ length: 1000 }, (_, n) => `020 ${79_460_958 - n * 65_521}`);
  for (const number of same) expect(restOf(number)).toBe(rest);
  expect([restOf(""), restOf("12345678"), restOf("Sofía")]).toEqual([null, null, null]);
});

test("counts people who may come in, without withdrawn tickets", () => {
  expect(headCount(tonight)).toEqual({ inside: 1, expected: 3 });
  expect(chipCounts(tonight)).toEqual({ all: 3, coming: 2, inside: 1, notes: 1 });
});

test("what was told after the list counts", () => {
  const list = doorList([tonight]);
  const cache = new Map([
    ["Sofía Méndez 1", ENTRY],
    ["r1", null],
  ]);
  const [changed] = withEntries(list, cache).departures;
  expect(changed?.guests.map(({ tickets }) => tickets.map((ticket) => ticket.in?.by ?? null))).toEqual([
    ["Ximena", null],
    [null, null],
    [],
  ]);
});

test("the door is the one chosen while it is tonight's, else one's own, else what runs or begins next", () => {
  const late = doorNight({ id: "late", starts_at: "2026-11-21T05:00:00.000Z" });
  const tomorrow = doorNight({
    id: "tomorrow",
    date: "2026-11-21",
    starts_at: "2026-11-22T02:00:00.000Z",
    ends_at: "2026-11-22T07:00:00.000Z",
    tonight: false,
  });
  const list = doorList([tonight, late, tomorrow]);
  const at = (chosen: string | null, now: string, of = list) => doorAt(of, chosen, Date.parse(now))?.id;
  const guided = doorList([tonight, { ...late, own: true }, tomorrow]);
  expect([at(null, "2026-11-21T01:00:00Z", guided), at("a", "2026-11-21T01:00:00Z", guided)]).toEqual(["late", "a"]);
  expect(at(null, "2026-11-21T01:00:00Z")).toBe("a");
  expect(at(null, "2026-11-21T04:30:00Z"), "it runs").toBe("a");
  const short = doorList([{ ...tonight, ends_at: "2026-11-21T04:00:00Z" }, late, tomorrow]);
  expect(at(null, "2026-11-21T04:30:00Z", short), "it is over").toBe("late");
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

test.each([
  ["rnd-7k2m4p", "7K2M4P", true],
  ["RND7K2M4P", "7K2M4P", true],
  ["noc7k2m4p", "7K2M4P", true],
  ["noc-kkmmpp", "KKMMPP", true],
  ["castaneda", "CASTANEDA", false],
  ["k7m 2pq", "K7M2PQ", true],
  ["RNDABC", "RNDABC", true],
  ["Garcia", "GARCIA", false],
  ["Santos", "SANTOS", false],
  ["k7m 2p0", "K7M2P0", false],
  ["sofia@example.test", "SOFIAEXAMPLETEST", true],
  ["Sofía Méndez", "SOFAMNDEZ", false],
  ["+52 55 1234 5678", "525512345678", true],
])("“%s” is looked up in other nights as %s: %s", (text, code, is) =>
  expect([codeIn(text), isLookedUp(text)]).toEqual([code, is]),
);

test.each([
  ["Fermat", true],
  ["Garcia", true],
  ["K7M2PQ", false],
  ["sofia@example.test", false],
])("“%s” may be a name: %s", (text, is) => expect(mayBeName(text)).toBe(is));

test("the phone's other nights are searched by name", () => {
  const list = doorList([tonight, doorNight({ id: "b", guests: [guest("Sofía Robles"), guest("Jack Murphy")] })]);
  const names = (at: string) => foundElsewhere(list, at, "sofia", null).map(({ guest: { name } }) => name);
  expect([names("a"), names("b")]).toEqual([["Sofía Robles"], ["Sofía Méndez"]]);
});

test("the latest entry of this phone is offered to be undone for two minutes, with those of its party that came in with it", () => {
  const at = (time: string, device = "Door 1") => ({ ...ENTRY, event: `e${time}`, at: `2026-11-21T${time}Z`, device });
  const ana = doorGuest({
    id: "ana",
    tickets: [
      { id: "a1", code: "K7M2PQ", name: "Ana", in: at("02:00:00.100") },
      { id: "a2", code: "X3NF8J", name: "", in: at("02:00:00.000") },
      { id: "a3", code: "X3NF8K", name: "", in: at("01:50:00.000") },
    ],
  });
  const ben = doorGuest({
    id: "ben",
    tickets: [{ id: "b1", code: "K7M2PR", name: "Ben", in: at("02:00:30.000", "Door 2") }],
  });
  const here = doorNight({ guests: [ana, ben] });
  const now = (time: string) => Date.parse(`2026-11-21T${time}Z`);
  const latest = latestHere(here, "Door 1", now("02:01:00.100"));
  expect([latest?.ticket.id, latest?.tickets.map(({ id }) => id), latest?.ms]).toEqual(["a1", ["a1", "a2"], 60_000]);
  expect(latestHere(here, "Door 2", now("02:01:00.000"))?.ticket.id).toBe("b1");
  expect(latestHere(here, "Door 1", now("02:02:00.100")), "two minutes later").toBeNull();
  expect(latestHere(here, "Door 3", now("02:00:30.000")), "nobody came in here").toBeNull();
});
