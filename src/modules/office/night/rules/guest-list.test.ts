import { expect, test } from "vitest";
import {
  countsOf,
  guestState,
  GUEST_LIST,
  type ListWish,
  listOf,
  SHOWN,
  recentEntries,
  turnoutOf,
  undoableFor,
} from "#src/modules/office/night/rules/guest-list.ts";
import type { Guest, Party } from "#src/modules/office/night/schema.ts";

const guest = (n: number, at: string | null): Guest => ({
  id: `t${n}`,
  position: n,
  name: n === 1 ? "" : `Guest ${n}`,
  code: "7K2 M4P",
  entry: at === null ? null : { id: `e${n}`, at: `2026-11-21T${at}:00.000Z`, by: "Mateo", device: "", idSeen: false },
});
const party = (name: string, entries: (string | null)[], over: Partial<Party> = {}): Party => ({
  id: name,
  name,
  people: entries.length,
  language: "es",
  note: "",
  state: "confirmed",
  until: null,
  noShow: false,
  wasThere: false,
  guests: entries.map((at, n) => guest(n + 1, at)),
  undoableMs: 0,
  booking: { reference: `RND-${name.slice(0, 3).toUpperCase()}`, phone: "+52 55 1234 5678", owes: null, test: false },
  ...over,
});

const ANA = party("Ana Núñez", ["02:10", null]);
const BEN = party("Ben Ortiz", [null, null], { note: "2 vegetarianas" });
const CARLA = party("Carla Ruiz", ["02:04"]);
const ZOE = party("Zoë", [null], {
  booking: { reference: "RND-ZZZ", phone: "", owes: { amount: 500, currency: "MXN" }, test: false },
});
const ALL = [ZOE, CARLA, BEN, ANA];

const names = (over: Partial<ListWish>) =>
  listOf(ALL, { show: "all", sort: "name", q: "", ...over }).map(({ name }) => name);

test.each<[string, Partial<ListWish>, string[]]>([
  ["everybody by name", {}, ["Ana Núñez", "Ben Ortiz", "Carla Ruiz", "Zoë"]],
  ["the latest entry first", { sort: "entry" }, ["Ana Núñez", "Carla Ruiz", "Ben Ortiz", "Zoë"]],
  ["a party half in is to come", { show: "coming" }, ["Ana Núñez", "Ben Ortiz", "Zoë"]],
  ["and in", { show: "in" }, ["Ana Núñez", "Carla Ruiz"]],
  ["notes", { show: "notes" }, ["Ben Ortiz"]],
  ["owes", { show: "owes" }, ["Zoë"]],
  ["without accents", { q: "nunez" }, ["Ana Núñez"]],
  ["words in any order", { q: "ortiz ben" }, ["Ben Ortiz"]],
  ["a ticket's code, however written", { q: "7k2m4p ana" }, ["Ana Núñez"]],
  ["a reference", { q: "rnd-zzz" }, ["Zoë"]],
  ["a phone", { q: "5512345678 carla" }, ["Carla Ruiz"]],
  ["search and filter together", { q: "zoe", show: "in" }, []],
])("%s", (_, wish, expected) => expect(names(wish)).toEqual(expected));

test("a guide's list is searched by what a guide sees", () => {
  const output = ALL.map((one) => ({ ...one, booking: null }));
  expect(listOf(output, { show: "all", sort: "name", q: "rnd-zzz" })).toEqual([]);
  expect(listOf(output, { show: "all", sort: "name", q: "ZOE" })).toHaveLength(1);
});

test("the filters count people, or parties where it is about parties", () => {
  expect(countsOf(ALL)).toEqual({ all: 6, coming: 4, in: 2, notes: 1, owes: 1 });
});

test.each([
  ["", { show: "all", sort: "name", q: "" }],
  ["show=in&sort=entry&q=%20ana%20", { show: "in", sort: "entry", q: "ana" }],
  ["show=toString&sort=money", { show: "all", sort: "name", q: "" }],
  [`q=${"x".repeat(300)}`, { show: "all", sort: "name", q: "x".repeat(100) }],
])("the wish of ?%s", (query, wish) => {
  const read = GUEST_LIST.read(new URLSearchParams(query));
  expect(read).toEqual(wish);
  expect(SHOWN).toContain(read.show);
});

test.each([
  ["02:00", false, false, "in"],
  [null, false, false, "coming"],
  [null, false, true, "no_show"],
  [null, true, true, "in"],
] as const)("a guest with entry %s, said to be there %s, over %s: %s", (at, wasThere, isOver, state) => {
  expect(guestState(guest(1, at), { wasThere }, isOver)).toBe(state);
});

test("who came is told once a night is over, and only where anybody was checked in", () => {
  expect(turnoutOf(ALL, false)).toBeNull();
  const { missing, ...figures } = turnoutOf([...ALL, party("Gone", [], { state: "cancelled" })], true)!;
  expect(figures).toEqual({ people: 6, came: 2, checked: true, rate: 33 });
  expect(missing.map(({ name }) => name)).toEqual(["Zoë", "Ben Ortiz", "Ana Núñez"]);
  expect(turnoutOf([BEN], true)).toMatchObject({ checked: false });
  expect(turnoutOf([{ ...BEN, wasThere: true }], true)).toMatchObject({ came: 2, missing: [] });
});

test.each([
  ["at once", "02:10:00", ["e1", "e2"], 120_000],
  ["a minute later only the second", "02:11:01", ["e2"], 59_000],
  ["two and a half minutes later nothing", "02:12:30", [], 0],
])("what was let in is offered to be undone %s", (_, time, entries, ms) => {
  const now = new Date(`2026-11-21T${time}.000Z`);
  const { guests } = party("Ana", ["02:09", "02:10", null]);
  expect([recentEntries(guests, now), undoableFor(guests, now)]).toEqual([entries, ms]);
});
