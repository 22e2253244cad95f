import { expect, test } from "vitest";
import {
  findParty,
  findTicket,
  foundParty,
  judgeAnswer,
  judgeScan,
  judgeTicket,
  judgeUnlisted,
  unlisted,
} from "#src/modules/evening/door/rules/verdict.ts";
import type { DoorGuest, DoorList, DoorTicket, EventAnswer } from "#src/modules/evening/door/schema.ts";

const LIST: DoorList = { version: "", now: "", salt: "", keys: {}, departures: [] };

test.each([
  ["of this night", "here", "unknown_ticket"],
  ["of another night", "there", "elsewhere"],
])("a genuine ticket %s that isn't on the phone is never told to be none", (_, departureId, reason) =>
  expect(judgeScan(LIST, "here", { genuine: true, ticketId: "t", departureId })).toMatchObject({
    kind: "wrong_night",
    reason,
  }),
);

test.each(["foreign", "cut", "other_key", "forged"] as const)(
  "a code that is none of ours (%s) is said to be",
  (reason) =>
    expect(judgeScan(LIST, "here", { genuine: false, reason })).toEqual({ kind: "not_genuine", reason, found: null }),
);

const entry = { event: "x", at: "2026-11-21T02:00:00.000Z", by: "Ximena", device: "Door 2", id_seen: false };
const TOMORROW = { id: "n", date: "2026-11-21", start: "20:00", title: "Centro", title_es: null };
const answer = (over: Partial<EventAnswer>): EventAnswer => ({
  id: "mine",
  result: "refused",
  verdict: null,
  reason: null,
  entry: null,
  ...over,
});

test.each<[string, Partial<EventAnswer>, string, string]>([
  ["stored", { result: "stored" }, "admitted ok", "admitted ok"],
  ["known, and it counts", { result: "known", entry: { ...entry, event: "mine" } }, "admitted ok", "admitted ok"],
  ["known, but another counts", { result: "known", entry }, "already_in inside", "already_in inside"],
  ["known, and taken back", { result: "known" }, "wrong_night unrecorded", "wrong_night unrecorded"],
  ["another was earlier", { result: "double", entry }, "already_in inside", "already_in inside"],
  ["refused without a verdict", {}, "wrong_night unrecorded", "wrong_night unrecorded"],
  ["unpaid", { verdict: "no_place", reason: "unpaid" }, "no_place unpaid", "no_place unpaid"],
  [
    "of tomorrow",
    { verdict: "wrong_night", reason: "later_night" },
    "wrong_night later_night",
    "wrong_night elsewhere",
  ],
  [
    "of tomorrow, which is named",
    { verdict: "wrong_night", reason: "later_night", night: TOMORROW },
    "wrong_night later_night",
    "wrong_night later_night",
  ],
  [
    "of a night that is off",
    { verdict: "no_place", reason: "night_cancelled" },
    "no_place night_cancelled",
    "wrong_night elsewhere",
  ],
  [
    "of a ticket that is gone",
    { verdict: "not_genuine", reason: "unknown_ticket" },
    "not_genuine unknown_ticket",
    "wrong_night unknown_ticket",
  ],
  ["of practice", { verdict: "not_genuine", reason: "practice" }, "not_genuine practice", "not_genuine practice"],
])("an answer: %s", (_, over, onPhone, elsewhere) => {
  const message = [judgeAnswer, judgeUnlisted].map((judge) => {
    const { kind, reason } = judge(answer(over));
    return `${kind} ${reason}`;
  });
  expect(message).toEqual([onPhone, elsewhere]);
});

const guestWith = (id: string, over: Partial<DoorGuest>, ...tickets: DoorTicket[]): DoorGuest => ({
  id,
  reference: `RND-${id}`,
  name: "Ana",
  people: tickets.length,
  language: "es",
  note: "",
  state: "confirmed",
  mail: "",
  tickets,
  ...over,
});
const ticketWith = (id: string, over: Partial<DoorTicket> = {}): DoorTicket => ({ id, code: id, name: "", ...over });
const nightWith = (id: string, date: string, ...guests: DoorGuest[]): DoorList["departures"][number] => ({
  id,
  title: "Centro",
  city: "cdmx",
  date,
  start: "20:00",
  starts_at: `${date}T20:00:00-06:00`,
  ends_at: `${date}T23:00:00-06:00`,
  zone: "America/Mexico_City",
  cancelled: false,
  total: 20,
  free: 10,
  on_sale_until: null,
  tonight: true,
  guests,
});

test("a ticket and a party are found on whichever night they are", () => {
  const first = guestWith("b1", {}, ticketWith("t1"), ticketWith("t2"));
  const second = guestWith("b2", {}, ticketWith("t3"));
  const nights = [
    nightWith("n0", "2026-11-20"),
    nightWith("n1", "2026-11-20", first),
    nightWith("n2", "2026-11-21", second),
  ];
  const list = { ...LIST, departures: nights };
  expect(findTicket(list, ({ id }) => id === "t2")).toEqual({
    departure: nights[1],
    guest: first,
    ticket: first.tickets[1],
  });
  expect(findTicket(list, ({ id }) => id === "t3")?.departure).toBe(nights[2]);
  expect(findTicket(list, ({ id }) => id === "t4")).toBeUndefined();
  expect(judgeScan(list, "n1", { genuine: true, ticketId: "t4", departureId: "n1" })).toEqual({
    kind: "wrong_night",
    reason: "unknown_ticket",
    found: null,
  });
  expect(findParty(list, "b2")).toEqual({ departure: nights[2], guest: second });
  expect(findParty(list, "b3")).toBeUndefined();
});

const ENTRY = { ...entry, event: "first" };
test.each<[string, Partial<DoorGuest>, Partial<DoorTicket>, string, string]>([
  ["of this night", {}, {}, "here", "admitted ok"],
  ["that is in", {}, { in: ENTRY }, "here", "already_in inside"],
  ["that is in, of another night", {}, { in: ENTRY }, "earlier", "already_in inside"],
  ["of a guest who was taken off", {}, { void: true, in: ENTRY }, "here", "no_place removed"],
  ["of a guest who has another one", {}, { void: true, replaced: true }, "here", "no_place replaced"],
  ["that isn't paid", { state: "pending" }, {}, "here", "no_place unpaid"],
  ["whose hold has lapsed", { state: "lapsed" }, {}, "here", "no_place lapsed"],
  ["that was cancelled", { state: "cancelled" }, { void: true }, "here", "no_place cancelled"],
  ["that was refunded", { state: "refunded" }, {}, "earlier", "no_place refunded"],
  ["of a night that is off", { state: "refunded" }, {}, "off", "no_place night_cancelled"],
  ["not paid before that night was called off", { state: "pending" }, {}, "off", "no_place unpaid"],
  ["lapsed before that night was called off", { state: "lapsed" }, {}, "off", "no_place lapsed"],
  ["of the night before", {}, {}, "earlier", "wrong_night earlier_night"],
  ["of the night after", {}, {}, "later", "wrong_night later_night"],
  ["of another crawl of this night", {}, {}, "beside", "wrong_night same_night"],
  ["of practice", { practice: "valid" }, {}, "here", "admitted ok"],
  [
    "of practice, where it sells for real",
    { practice: "invalid", state: "pending" },
    {},
    "here",
    "not_genuine practice",
  ],
])("a ticket %s", (_, party, over, at, expected) => {
  const guest = guestWith("b", party, ticketWith("t", over));
  const list = {
    ...LIST,
    departures: [
      nightWith("earlier", "2026-11-19"),
      nightWith("here", "2026-11-20"),
      nightWith("beside", "2026-11-20"),
      { ...nightWith("off", "2026-11-20"), cancelled: true },
      nightWith("later", "2026-11-21"),
    ].map((night) => (night.id === at ? { ...night, guests: [guest] } : night)),
  };
  const found = findTicket(list, ({ id }) => id === "t")!;
  const verdict = judgeTicket(list, "here", found);
  expect(`${verdict.kind} ${verdict.reason}`).toBe(expected);
  expect(verdict.found).toBe(found);
  expect(judgeScan(list, "here", { genuine: true, ticketId: "t", departureId: "any" })).toEqual(verdict);
});

test("at a door whose night isn't on the phone a ticket is of another crawl", () => {
  const list = { ...LIST, departures: [nightWith("n", "2026-11-20", guestWith("b", {}, ticketWith("t")))] };
  const found = findTicket(list, () => true)!;
  expect(judgeTicket(list, "gone", found)).toMatchObject({ kind: "wrong_night", reason: "same_night" });
});

test("of a ticket that isn't on the phone only its id and its entry are shown", () => {
  const here = nightWith("here", "2026-11-20");
  const ticket = { id: "t", code: "", name: "" };
  const nobody = { id: "", reference: "", name: "", note: "", mail: "", state: "confirmed", people: 1, language: "en" };
  expect(unlisted(here, "t", null)).toEqual({ departure: here, guest: { ...nobody, tickets: [ticket] }, ticket });
  const inside = { ...ticket, in: ENTRY };
  expect(unlisted(here, "t", ENTRY)).toEqual({
    departure: here,
    guest: { ...nobody, tickets: [inside] },
    ticket: inside,
  });
});

test("a party that the server has found stands on its own night, which isn't tonight's", () => {
  const here = nightWith("here", "2026-11-20", guestWith("other", {}, ticketWith("t")));
  const departure = { id: "there", title: "Roma", city: "cdmx", date: "2026-11-24", start: "21:00" };
  const { mail, tickets, ...party } = guestWith("b", { people: 3 });
  expect(foundParty({ ...here, cancelled: true }, { ...party, departure })).toEqual({
    departure: { ...here, ...departure, cancelled: false, tonight: false, guests: [] },
    guest: { ...party, mail, tickets },
  });
});
