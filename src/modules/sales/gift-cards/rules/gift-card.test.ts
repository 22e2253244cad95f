import { expect, test } from "vitest";
import {
  cardState,
  endOf,
  hasLink,
  isSendDay,
  laterWaysOf,
  lastDayOf,
  limitsIn,
  mayReturn,
  sendAt,
} from "#src/modules/sales/gift-cards/rules/gift-card.ts";

const now = new Date("2026-11-29T23:30:00Z"); // 17:30 in Mexico City
const DAY_MS = 86_400_000;

test.each([
  ["", "2026-11-29T23:30:00.000Z"],
  ["2026-11-29", "2026-11-29T23:30:00.000Z"],
  ["2026-11-30", "2026-11-30T15:00:00.000Z"],
  ["2027-02-14", "2027-02-14T15:00:00.000Z"],
])("a card for %j is sent at %s", (day, at) => expect(sendAt(day, now).toISOString()).toBe(at));

test.each([
  ["2026-11-28", false],
  ["2026-11-29", true],
  ["2027-11-29", true],
  ["2027-12-05", false],
])("a card may be sent on %s: %s", (day, may) => expect(isSendDay(day, now)).toBe(may));

test.each([
  [0, null],
  [1, "2026-12-29"],
  [3, "2027-02-28"], // of a day that February hasn't
  [24, "2028-11-29"],
])("a card sent on the 29th of November that is good for %i months is good through %s", (months, day) => {
  const end = endOf(now, months);
  expect(end && lastDayOf(end)).toBe(day);
});

test.each([
  ["before it is paid", { state: "unpaid" }, "unpaid"],
  ["once it is void", { state: "void", left: 0 }, "void"],
  ["until its day", { sent_at: null }, "waiting"],
  ["once it is sent", {}, "live"],
  ["with nothing left", { left: 0 }, "used"],
  ["when its time is over", { expires_at: now }, "ended"],
  ["also with nothing left", { expires_at: now, left: 0 }, "ended"],
  ["with no end", { expires_at: null }, "live"],
] as const)("%s it is %s", (_, over, state) => {
  const card = { state: "live", sent_at: now, left: 100, expires_at: new Date(now.getTime() + DAY_MS) };
  expect(cardState({ ...card, ...over }, now)).toBe(state);
});

test.each([
  ["unused, in its days", {}, 14, true],
  ["used in part", { left: 99 }, 14, false],
  ["after its days", { paid_at: new Date(now.getTime() - 14 * DAY_MS) }, 14, false],
  ["just before they end", { paid_at: new Date(now.getTime() - 14 * DAY_MS + 1) }, 14, true],
  ["where none can be given back", {}, 0, false],
  ["that nobody paid", { gesture: "Rain" }, 14, false],
  ["that is void", { state: "void" }, 14, false],
] as const)("a card can be given back: %s", (_, over, days, may) => {
  const card = { state: "live", gesture: null, paid_at: now, amount: 100, left: 100 };
  expect(mayReturn({ ...card, ...over }, days, now)).toBe(may);
});

test("its limits are whole units of the currency, never wider than in pesos", () => {
  const rates = { USD: 1, MXN: 19 } as const;
  expect(limitsIn("MXN", { least: 200, most: 10_000 }, rates)).toEqual({ least: 20_000, most: 1_000_000 });
  expect(limitsIn("USD", { least: 200, most: 10_000 }, rates)).toEqual({ least: 1100, most: 52_600 });
});

test.each([
  ["Happy birthday!", false],
  ["Nos vemos a las 9.30 en el bar", false],
  ["see https://evil.example", true],
  ["go to www.evil.example", true],
  ["visit Evil.COM now", true],
])("%j has a link: %s", (text, has) => expect(hasLink(text)).toBe(has));

const BOTH = { oxxoEnabled: true, speiEnabled: true };
const PESOS = { amount_minor: 100_000, currency: "MXN" as const };
test.each([
  ["one that is due already", 0, PESOS, BOTH, ["oxxo", "spei"]],
  ["one that was due before it is paid", -9, PESOS, BOTH, ["oxxo", "spei"]],
  ["one for tomorrow", 1, PESOS, BOTH, []],
  ["one for a day that a transfer reaches", 3, PESOS, BOTH, ["spei"]],
  ["one for a day that cash reaches", 5, PESOS, BOTH, ["oxxo", "spei"]],
  ["one in dollars", 9, { amount_minor: 10_000, currency: "USD" as const }, BOTH, []],
  ["more than OXXO takes", 9, { ...PESOS, amount_minor: 1_000_001 }, BOTH, ["spei"]],
  ["what is switched off", 9, PESOS, { oxxoEnabled: false, speiEnabled: true }, ["spei"]],
])("%s may be paid later so that it is paid by its day", (_, days, bill, switches, ways) => {
  const send_at = new Date(now.getTime() + days * DAY_MS);
  expect(laterWaysOf(switches, { ...bill, send_at }, now)).toEqual(ways);
});
