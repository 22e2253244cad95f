import { describe, expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { sayValue } from "#src/modules/base/audit/rules/say-entry.ts";
import { sayLines, sayWho, sayWhy, wordOf } from "#src/modules/evening/door/admin/result-words.ts";
import {
  actsOf,
  GRAMMAR,
  isToldAsDenied,
  mayAskToMove,
  type Result,
  resultOf,
} from "#src/modules/evening/door/rules/result.ts";
import {
  type Found,
  judgeTicket,
  VERDICT_REASONS,
  type VerdictKind,
  type VerdictReason,
} from "#src/modules/evening/door/rules/verdict.ts";
import { doorGuest, doorList, doorNight, ENTRY } from "#tests/door-list.ts";

const HERE = doorNight({ title: "Roma–Condesa" });
const found = (over: Partial<Found["guest"]> = {}, departure = HERE): Found => {
  const guest = doorGuest({
    reference: "RND-9C3F2K",
    name: "Hugo Lambert",
    tickets: [
      { id: "t1", code: "K7M2PQ", name: "Hugo Lambert", in: ENTRY },
      { id: "t2", code: "X3NF8J", name: "" },
    ],
    ...over,
  });
  return { departure, guest, ticket: guest.tickets[0]! };
};
const TOMORROW = { ...HERE, id: "tomorrow", date: "2026-11-21" };

/** Every reason there is, with the kind it belongs to and whether a party is known. */
const CASES: readonly [VerdictReason, VerdictKind, Found | null][] = [
  ["ok", "admitted", found()],
  ["inside", "already_in", found()],
  ["earlier_night", "wrong_night", found({}, { ...HERE, date: "2026-11-19" })],
  ["later_night", "wrong_night", found({}, TOMORROW)],
  ["same_night", "wrong_night", found({}, { ...TOMORROW, date: HERE.date })],
  ["elsewhere", "wrong_night", null],
  ["unpaid", "no_place", found({ state: "pending" })],
  ["lapsed", "no_place", found({ state: "lapsed", until: "2026-11-18T10:00:00.000Z" })],
  ["cancelled", "no_place", found({ state: "cancelled" })],
  ["refunded", "no_place", found({ state: "refunded" })],
  ["night_cancelled", "no_place", found()],
  ["removed", "no_place", found()],
  ["replaced", "no_place", found()],
  ["foreign", "not_genuine", null],
  ["cut", "not_genuine", null],
  ["other_key", "not_genuine", null],
  ["forged", "not_genuine", null],
  ["practice", "not_genuine", found({ practice: "invalid" })],
  ["unknown_code", "not_genuine", null],
  ["unknown_ticket", "wrong_night", null],
  ["unrecorded", "wrong_night", null],
];
const now = Date.parse("2026-11-21T01:58:30.000Z");

describe.each(["en", "es"] as const)("in %s", (locale) => {
  test("every reason has words of its own", async () => {
    const { t } = await i18nFor(locale);
    const saying = { t, locale, here: HERE, now, listAt: now, online: true, brand: "Ronda" };
    const message = CASES.map(([reason, kind, party]) => {
      const result = resultOf("r", { kind, reason, found: party }, "scan");
      const words = [
        sayWho(result, saying),
        sayWhy(result, saying),
        ...sayLines(result, saying).map(({ text }) => text),
      ];
      expect(words.join(" "), reason).not.toMatch(/door-scanner\.|[{}]|undefined|null/);
      return words.join(" ");
    });
    expect(new Set(message).size).toBe(CASES.length);
  });
});

test("says who, when, on which phone and how long ago somebody came in", async () => {
  const { t } = await i18nFor("en");
  const saying = { t, locale: "en" as const, here: HERE, now, listAt: now, online: true, brand: "Ronda" };
  const result = resultOf("r", { kind: "already_in", reason: "inside", found: found() }, "scan");
  expect(sayWho(result, saying)).toBe("Hugo Lambert");
  expect(sayWhy(result, saying)).toBe("Came in at 19:52, 6 minutes ago");
  expect(sayLines(result, saying).map(({ text }) => text)).toEqual([
    "Scanned by Ximena, phone “Door 2”",
    "1 of 2 guests of RND-9C3F2K are in",
    "Someone may be sharing this code",
  ]);
});

test("says how old the list is that a real ticket isn't on, and who of a party was refused", async () => {
  const { t } = await i18nFor("en");
  const saying = { t, locale: "en" as const, here: HERE, now, listAt: now - 120_000, online: true, brand: "Ronda" };
  const unlisted = resultOf("r", { kind: "wrong_night", reason: "unknown_ticket", found: null }, "scan");
  expect([t(wordOf(unlisted)), sayWhy(unlisted, saying)]).toEqual([
    "Not on list",
    "It is real, but not on this phone’s list from 19:56. Bought or moved since?",
  ]);
  const party = resultOf("r", { kind: "admitted", reason: "ok", found: found() }, "list", { refused: ["t2"] });
  expect(sayLines(party, saying).map(({ text }) => text)).toContain("Not let in: Guest 2");
});

test("says which night a ticket is for", async () => {
  const { t } = await i18nFor("es");
  const saying = { t, locale: "es" as const, here: HERE, now, listAt: now, online: true, brand: "Ronda" };
  const result = resultOf("r", { kind: "wrong_night", reason: "later_night", found: found({}, TOMORROW) }, "scan");
  expect(sayWhy(result, saying)).toMatch(/^El boleto es para mañana, sáb.* 21 .*nov.*, 20:00$/);
});

test.each([
  ["that was moved since the list came", found()],
  ["that isn’t on the list", null],
])("the server knows the night of a ticket %s", async (_, party) => {
  const { t } = await i18nFor("es");
  const saying = { t, locale: "es" as const, here: HERE, now, listAt: now, online: true, brand: "Ronda" };
  const night = { id: "tomorrow", date: "2026-11-21", start: "21:00", title: "Downtown", title_es: "Centro" };
  const verdict = { kind: "wrong_night" as const, reason: "later_night" as const, found: party };
  const result = resultOf("r", verdict, "scan", { night });
  expect(sayWhy(result, saying)).toMatch(/^El boleto es para mañana, sáb.* 21 .*nov.*, 21:00$/);
  expect(sayLines(result, saying).map(({ text }) => text)).toContain("Centro");
});

test("a refunded ticket says that its night was called off, and offers nothing where nothing is free", async () => {
  const { t } = await i18nFor("en");
  const here = { ...HERE, free: 0 };
  const saying = { t, locale: "en" as const, here, now, listAt: now, online: true, brand: "Ronda" };
  const party = found({ state: "refunded" }, { ...TOMORROW, cancelled: true });
  const list = doorList([here, party.departure]);
  const result = resultOf("r", judgeTicket(list, here.id, party), "scan");
  expect(sayWhy(result, saying)).toMatch(/^This night was cancelled: tomorrow/);
  expect(sayLines(result, saying).map(({ text }) => text)).toEqual([
    "State: refunded",
    "No places left tonight",
    "The office can look into it",
  ]);
});

const of = (kind: VerdictKind, reason: VerdictReason, party: Found | null): Result =>
  resultOf("r", { kind, reason, found: party }, "scan");

test.each<[string, Result, typeof HERE, boolean, string[]]>([
  ["admitted", of("admitted", "ok", found()), HERE, true, ["next", "undo"]],
  ["in already", of("already_in", "inside", found()), HERE, true, ["leave", "mistake"]],
  ["may be moved", { ...of("wrong_night", "later_night", found()), move: "can" }, HERE, true, ["move", "next"]],
  [
    "may be moved, but nobody to ask",
    { ...of("wrong_night", "later_night", found()), move: "can" },
    HERE,
    false,
    ["next"],
  ],
  ["not known to be movable", of("wrong_night", "later_night", found()), HERE, true, ["next"]],
  ["another door tonight", of("wrong_night", "same_night", found()), HERE, true, ["switch", "next"]],
  ["a night unknown here", of("wrong_night", "elsewhere", null), HERE, true, ["find", "next"]],
  ["unpaid", of("no_place", "unpaid", found()), HERE, true, ["pay", "next"]],
  ["unpaid and alone", of("no_place", "unpaid", found()), HERE, false, ["next"]],
  ["cancelled", of("no_place", "cancelled", found()), HERE, true, ["pay", "next"]],
  ["cancelled, and sold out here", of("no_place", "cancelled", found()), { ...HERE, free: 0 }, true, ["next"]],
  [
    "unpaid with a hold, and sold out here",
    of("no_place", "unpaid", found()),
    { ...HERE, free: 0 },
    true,
    ["pay", "next"],
  ],
  [
    "cancelled, and no longer on sale here",
    of("no_place", "cancelled", found()),
    { ...HERE, on_sale_until: "2026-11-21T01:00:00.000Z" },
    true,
    ["next"],
  ],
  [
    "cancelled, and not on sale here",
    of("no_place", "cancelled", found()),
    { ...HERE, on_sale_until: null },
    true,
    ["next"],
  ],
  ["of a night that is off", of("no_place", "night_cancelled", found()), HERE, true, ["pay", "next"]],
  ["taken off the booking", of("no_place", "removed", found()), HERE, true, ["next"]],
  ["replaced by a newer one", of("no_place", "replaced", found()), HERE, false, ["find", "next"]],
  ["real, but not on the phone", of("wrong_night", "unknown_ticket", null), HERE, false, ["find", "next"]],
  ["not recorded", of("wrong_night", "unrecorded", found()), HERE, true, ["next"]],
  ["without a place, and nobody known", of("no_place", "cancelled", null), HERE, true, ["next"]],
  ["forged", of("not_genuine", "forged", null), HERE, true, ["find", "next"]],
])("%s: what can be done", (_, result, here, online, acts) =>
  expect(actsOf(result, here, { online, now })).toEqual(acts),
);

test("whether a booking may be moved is asked only where it fits and its night isn't over", () => {
  const asks = (over: Partial<Found["guest"]>, departure = TOMORROW) =>
    mayAskToMove(of("wrong_night", "later_night", found(over, departure)), HERE, now);
  expect([asks({}), asks({ people: 3 }), asks({}, { ...TOMORROW, ends_at: "2026-11-21T01:00:00.000Z" })]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the five results differ in every way", () => {
  const grammars = Object.values(GRAMMAR);
  for (const key of ["ground", "shape", "sound", "vibration"] as const)
    expect(new Set(grammars.map((one) => JSON.stringify(one[key]))).size, key).toBe(grammars.length);
});

test("what says nothing about a guest is nobody turned away", () => {
  expect(isToldAsDenied(of("wrong_night", "unknown_ticket", null))).toBe(false);
  expect(isToldAsDenied(of("wrong_night", "unrecorded", found()))).toBe(false);
  expect(isToldAsDenied(of("not_genuine", "unknown_code", null))).toBe(false);
  expect(isToldAsDenied(of("not_genuine", "forged", null))).toBe(true);
});

test("why somebody was turned away is said in words in the audit log", async () => {
  const es = await i18nFor("es");
  const message = VERDICT_REASONS.filter((reason) => isToldAsDenied(of("not_genuine", reason, null)));
  for (const reason of message.filter((one) => one !== "ok"))
    expect(sayValue("reason", reason, { ...es, currency: null }), reason).not.toBe(reason);
});

test("never says that there is no place: the line below says how many are free", async () => {
  for (const locale of ["en", "es"] as const) {
    const { t } = await i18nFor(locale);
    const words = CASES.filter(([, kind]) => kind === "no_place").map(([reason, kind, party]) => [
      reason,
      t(wordOf(of(kind, reason, party))),
    ]);
    expect(Object.fromEntries(words)).toEqual(
      locale === "en"
        ? {
            unpaid: "Not paid",
            lapsed: "Not paid",
            cancelled: "Cancelled",
            refunded: "Cancelled",
            night_cancelled: "Cancelled",
            removed: "Not valid",
            replaced: "Old ticket",
          }
        : {
            unpaid: "Sin pagar",
            lapsed: "Sin pagar",
            cancelled: "Cancelado",
            refunded: "Cancelado",
            night_cancelled: "Cancelado",
            removed: "No es válido",
            replaced: "Boleto viejo",
          },
    );
  }
});
