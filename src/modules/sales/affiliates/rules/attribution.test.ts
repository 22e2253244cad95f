import { describe, expect, test } from "vitest";
import {
  creditOf,
  type FoundPartner,
  laterVia,
  nextVia,
  NO_CREDIT,
  type Via,
  viaIn,
  viaOf,
  viaStored,
  viaText,
} from "#src/modules/sales/affiliates/rules/attribution.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const DAY = 24 * 60 * 60_000;
const link = (over: Partial<Via> = {}): Via => ({
  code: "CASA-77",
  qr: null,
  at: NOW.getTime() - DAY,
  place: "link",
  before: null,
  beforeAt: null,
  ...over,
});

describe("what a browser remembers", () => {
  test.each([
    ["a link", link()],
    ["a printed code", link({ place: "qr", qr: "door_2" })],
    ["a poster of our own", link({ code: null, place: "qr", qr: "metro.1" })],
    ["a widget after a link", link({ place: "widget", before: "HOSTAL", beforeAt: NOW.getTime() - 2 * DAY })],
    ["one after a link of whenever", link({ before: "HOSTAL" })],
  ])("of %s comes back from its text", (_, via) => expect(viaOf(viaText(via), NOW.getTime())).toEqual(via));

  test("goes through an address as it is", () => {
    const text = viaText(link({ place: "qr", qr: "door_2", before: "a.b-c", beforeAt: 1 }));
    expect(encodeURIComponent(text)).toBe(text);
    expect(new URLSearchParams(`via=${text}`).get("via")).toBe(text);
  });

  const at = (ms: number) => viaText(link({ at: NOW.getTime() - ms }));
  test.each([
    ["just now", at(0), true],
    ["in its last second", at(30 * DAY - 1000), true],
    ["30 days ago", at(30 * DAY), false],
    ["by a clock that is an hour ahead", at(-60 * 60_000), true],
    ["by a clock that is two days ahead", at(-2 * DAY), false],
  ])("counts for 30 days: %s", (_, text, counts) => expect(viaOf(text, NOW.getTime()) !== null).toBe(counts));

  test("by a clock that is ahead began now", () =>
    expect(viaOf(at(-60 * 60_000), NOW.getTime())?.at).toBe(NOW.getTime()));

  const when = Math.floor(NOW.getTime() / 1000).toString(36);
  test.each([
    "",
    "CASA-77",
    `~~${when}~l`,
    `CASA-77~~${when}~x`,
    `CASA-77~~${when}~constructor`,
    `CASA-77~~${when}`,
    `CASA-77~~~l`,
    `CASA-77~~-1~l`,
    `CASA-77~~${when}~l~B~C`,
    `<b>~~${when}~l`,
    `CASA-77~\u0000~${when}~l`,
    `CASA-77~~${when}~l~${"a".repeat(65)}`,
    "~".repeat(300),
  ])("is nothing where it is malformed: %j", (text) => expect(viaOf(text, NOW.getTime())).toBeNull());
});

describe("who came again", () => {
  const now = NOW.getTime();
  const visit = (code: string | null, qr: string | null = null) => ({ code, qr });
  test.each([
    ["for the first time replaces nobody", null, visit("A"), null],
    ["by another partner's link replaces the one before", link({ code: "A" }), visit("B"), "A"],
    ["by the same partner's still replaces whom that replaced", link({ code: "B", before: "A" }), visit("b"), "A"],
    ["back by the first partner's has replaced the second", link({ code: "B", before: "A" }), visit("A"), "B"],
    ["by a poster of our own replaces the partner", link({ code: "A" }), visit(null, "metro"), "A"],
    ["by two posters too", link({ code: null, qr: "x", before: "A" }), visit(null, "metro"), "A"],
    [
      "by a poster and the same partner's link replaces nobody",
      link({ code: null, qr: "x", before: "A" }),
      visit("A"),
      null,
    ],
  ])("%s", (_, last, came, before) => {
    const place = came.qr === null ? "link" : "qr";
    const next = nextVia(last, came, now);
    expect(next).toMatchObject({ ...came, at: now, place, before });
    const record = before === last?.before ? last.beforeAt : before && last?.at;
    expect(next.beforeAt, "the time of the one that was replaced").toBe(record ?? null);
  });

  test("is known by the later of two", () => {
    const [early, late] = [link({ at: now - 2 }), link({ at: now - 1 })];
    expect([laterVia(early, late), laterVia(late, early), laterVia(null, early), laterVia(early, null)]).toEqual([
      late,
      late,
      early,
      early,
    ]);
    expect(laterVia(null, null)).toBeNull();
  });

  test.each([
    ["an address after another partner's link", { code: "B", place: "widget" }, { code: "A" }, "A"],
    ["one of the same partner", { code: "B", place: "widget" }, { code: "b", before: "A" }, "A"],
    ["one that knows whom it replaced", { code: "B", before: "A" }, { code: "C" }, "A"],
    ["one after a poster of our own", { code: "B" }, { code: null, qr: "metro" }, null],
  ] as const)("by the later of two keeps whom it replaced: %s", (_, over, earlier, before) => {
    const late = link({ ...over, at: now - 1 });
    const early = link({ ...earlier, at: now - 2 });
    const expected = { ...late, before, beforeAt: before !== null && early.code === before ? early.at : null };
    expect([laterVia(early, late), laterVia(late, early)]).toMatchObject([expected, expected]);
  });
});

describe("what is stored in a browser", () => {
  const now = NOW.getTime();
  const expiry = String(now + 29 * DAY);
  const scanned = link({ qr: "door", place: "qr", before: "HOSTAL" });
  const poster = link({ code: null, qr: "metro", place: "qr" });
  const none = { code: null, expiry: null, via: null };
  test.each([
    ["whole", { code: "CASA-77", expiry, via: viaText(scanned) }, scanned],
    ["of a poster of our own", { code: null, expiry, via: viaText(poster) }, poster],
    ["only the code", { code: "CASA-77", expiry, via: null }, link()],
    ["another code than the link's", { code: "HOSTAL", expiry, via: viaText(scanned) }, link({ code: "HOSTAL" })],
    ["and malformed, but for the code", { code: "CASA-77", expiry, via: "x" }, link()],
    ["and malformed", { code: "<b>", expiry, via: null }, null],
    ["and expired", { code: "CASA-77", expiry: String(now), via: viaText(link({ at: now - 30 * DAY })) }, null],
    ["without its expiry", { code: "CASA-77", expiry: null, via: viaText(scanned) }, null],
    ["not at all", none, null],
  ])("%s", (_, expected, via) => expect(viaStored(expected, now)).toEqual(via));
});

test.each([
  ["of its own", `?departure=x&via=${viaText(link())}`, link()],
  [
    "of a link that leads to it",
    "?departure=x&affiliate=B&qr=q",
    { code: "B", qr: "q", at: NOW.getTime(), place: "qr", before: null, beforeAt: null },
  ],
  [
    "of such a link after another",
    `?via=${viaText(link())}&affiliate=B`,
    { ...link({ code: "B", at: NOW.getTime() }), before: "CASA-77", beforeAt: NOW.getTime() - DAY },
  ],
  ["of nothing", "?departure=x&via=nonsense", null],
])("a checkout's address says what it knows %s", (_, search, via) =>
  expect(viaIn(`https://ronda.example/checkout${search}`, NOW.getTime())).toEqual(via),
);

const partner = (id: string, over: Partial<FoundPartner> = {}): FoundPartner => ({
  id,
  code: id.toUpperCase(),
  byCoupon: false,
  byQr: false,
  doubts: [],
  ...over,
});
const [typed, coupon, linked] = [partner("typed"), partner("coupon", { byCoupon: true }), partner("linked")];
const all = [typed, coupon, linked];
const KNOWN = { is_active: true };
const toLinked = link({ code: "linked" });
const LAST_WEEK = NOW.getTime() - 7 * DAY;

describe("a booking is credited", () => {
  test.each([
    ["to the code that was typed", { typed: "TYPED" }, all, "typed", "code"],
    ["to the code in whatever letters", { typed: "tYpEd" }, all, "typed", "code"],
    ["to the coupon's partner", {}, all, "coupon", "coupon"],
    ["to the coupon's partner where the typed one is unknown", { typed: "NOBODY" }, all, "coupon", "coupon"],
    ["to the last link", {}, [linked], "linked", "link"],
    ["to the last printed code", { via: link({ code: "linked", place: "qr", qr: "door" }) }, [linked], "linked", "qr"],
    ["to a widget's partner", { via: link({ code: "linked", place: "widget" }) }, [linked], "linked", "widget"],
    [
      "to the owner of a printed code that names nobody",
      { via: link({ code: null, place: "qr", qr: "door" }), qr: KNOWN },
      [partner("owner", { byQr: true })],
      "owner",
      "qr",
    ],
    ["to nobody where the link's partner is unknown or switched off", {}, [], null, null],
    ["to nobody without a link", { via: null }, [typed], null, null],
    [
      "to nobody by a printed code that was switched off",
      { via: link({ code: "linked", qr: "door" }), qr: { is_active: false } },
      [linked],
      null,
      null,
    ],
    ...(["code", "qr"] as const).map(
      (what) =>
        [
          `to the link before one that leads nowhere, by its ${what}`,
          {
            via: link({
              code: what === "code" ? "nobody" : "linked",
              qr: "door",
              before: "typed",
              beforeAt: LAST_WEEK,
            }),
            qr: what === "qr" ? { is_active: false } : null,
          },
          [typed],
          "typed",
          "link",
        ] as const,
    ),
    [
      "to nobody where that one is more than 30 days old",
      { via: link({ code: "nobody", before: "typed", beforeAt: NOW.getTime() - 30 * DAY }) },
      [typed],
      null,
      null,
    ],
    [
      "to nobody where nobody knows when that was",
      { via: link({ code: "nobody", before: "typed" }) },
      [typed],
      null,
      null,
    ],
    [
      "to nobody by a poster of our own, whatever it replaced",
      { via: link({ code: null, qr: "metro", before: "typed", beforeAt: LAST_WEEK }), qr: KNOWN },
      [typed],
      null,
      null,
    ],
    [
      "to the typed one although the printed code was switched off",
      { typed: "typed", qr: { is_active: false } },
      all,
      "typed",
      "code",
    ],
    [
      "to the link's partner, not to the owner of a code of somebody else",
      { via: link({ code: "linked", qr: "door" }), qr: KNOWN },
      [partner("owner", { byQr: true }), linked],
      "linked",
      "link",
    ],
  ] as const)("%s", (_, input, found, id, reason) => {
    const credit = creditOf({ typed: null, via: toLinked, qr: null, ...input }, found, NOW);
    expect([credit.partnerId, credit.reason]).toEqual([id, reason]);
    expect(credit.partnerId === null).toBe(credit.at === null);
  });

  test.each([
    ["a typed code, now, before the link's partner", { typed: "typed" }, NOW, "linked"],
    ["a typed code of the link's own partner", { typed: "linked" }, NOW, null],
    [
      "a link, at its time, and whom that replaced",
      { via: { ...toLinked, before: "HOSTAL" } },
      new Date(toLinked.at),
      "HOSTAL",
    ],
  ] as const)("%s", (_, input, at, before) => {
    const credit = creditOf({ typed: null, via: toLinked, qr: null, ...input }, [typed, linked], NOW);
    expect([credit.at, credit.before]).toEqual([at, before]);
  });

  test("with the printed code where that is known, also where no partner is", () => {
    const poster = link({ code: null, place: "qr", qr: "metro" });
    expect(creditOf({ typed: null, via: poster, qr: KNOWN }, [], NOW)).toEqual({ ...NO_CREDIT, qr: "metro" });
    expect(creditOf({ typed: null, via: poster, qr: null }, [], NOW)).toEqual(NO_CREDIT);
    expect(creditOf({ typed: "typed", via: poster, qr: KNOWN }, [typed], NOW).qr).toBe("metro");
  });

  test("without the printed code of another partner, which the address only claims", () => {
    const via = link({ code: "linked", place: "qr", qr: "door" });
    const owner = partner("owner", { byQr: true });
    expect(creditOf({ typed: null, via, qr: KNOWN }, [owner, linked], NOW)).toMatchObject({
      partnerId: "linked",
      qr: null,
    });
    const own = partner("linked", { byQr: true });
    expect(creditOf({ typed: null, via, qr: KNOWN }, [own], NOW)).toMatchObject({ partnerId: "linked", qr: "door" });
  });

  test("with what speaks for the partner in person, or null", () => {
    const own = partner("own", { doubts: ["email", "network"] });
    expect(creditOf({ typed: "own", via: null, qr: null }, [own], NOW).doubts).toEqual(["email", "network"]);
    expect(creditOf({ typed: "typed", via: null, qr: null }, [typed], NOW).doubts).toBeNull();
  });
});
