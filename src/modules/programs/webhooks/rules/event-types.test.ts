import { describe, expect, test } from "vitest";
import { dataOf, EVENT_TYPES, type EventFacts, isFor } from "#src/modules/programs/webhooks/rules/event-types.ts";

const departure = {
  id: "d",
  crawl_id: "c",
  date: "2026-12-04",
  city_id: "mexico-city",
  status: "scheduled",
  is_private: false,
};
const booking = {
  status: "confirmed",
  version: 2,
  test: false,
  partner_id: "casa",
  resale: { uuid: "u", partner_id: "casa" },
};
const facts = (type: string, over: Partial<EventFacts> = {}): EventFacts => ({
  type,
  subject: "s",
  detail: {},
  former: null,
  departure,
  booking: type.startsWith("booking.") ? booking : null,
  crawl: type === "crawl.changed" ? { city_id: "mexico-city", is_active: true } : null,
  statement: type === "statement.ready" ? { partner_id: "casa", month: "2026-11", state: "draft", test: true } : null,
  ...over,
  ...(["statement.ready", "crawl.changed"].includes(type) && { departure: null }),
});
const all = { types: EVENT_TYPES, partner_id: null, cities: null, key: null };
const PUBLIC = ["availability.changed", "crawl.changed"];

describe("who is told", () => {
  test.each(EVENT_TYPES)("the house of %s", (type) => expect(isFor(all, facts(type))).toBe(true));

  test.each(EVENT_TYPES)("nobody of %s who didn't choose it", (type) =>
    expect(isFor({ ...all, types: EVENT_TYPES.filter((one) => one !== type) }, facts(type))).toBe(false),
  );

  test.each(EVENT_TYPES.map((type) => [type, type !== "night.cancelled"] as const))(
    "a partner of %s where it is theirs: %s",
    (type, isTold) => expect(isFor({ ...all, partner_id: "casa" }, facts(type))).toBe(isTold),
  );

  test.each(EVENT_TYPES.map((type) => [type, PUBLIC.includes(type)] as const))(
    "another partner of %s: %s",
    (type, isTold) => expect(isFor({ ...all, partner_id: "other" }, facts(type))).toBe(isTold),
  );

  test("no partner of a booking that is credited to nobody", () => {
    const own = facts("booking.confirmed", { booking: { ...booking, partner_id: null } });
    expect(isFor({ ...all, partner_id: "casa" }, own)).toBe(false);
  });

  test("the partner to whom a booking was credited until now, and no other", () => {
    const moved = facts("booking.changed", { former: "before" });
    const listeners = ["casa", "before", "other"].filter((partner_id) => isFor({ ...all, partner_id }, moved));
    expect(listeners).toEqual(["casa", "before"]);
  });

  test("no partner of a group's own night", () => {
    const own = facts("availability.changed", { departure: { ...departure, is_private: true } });
    expect(isFor({ ...all, partner_id: "casa" }, own)).toBe(false);
    expect(isFor(all, own)).toBe(true);
  });

  test.each(EVENT_TYPES.map((type) => [type, type === "statement.ready"] as const))(
    "an endpoint of another city of %s: %s",
    (type, isTold) => expect(isFor({ ...all, cities: ["oaxaca"] }, facts(type))).toBe(isTold),
  );

  describe("a subscription", () => {
    const scopes = ["catalog:read", "availability:read", "bookings:read"];
    const key: { scopes: string[]; cities: string[] | null; is_trial: boolean } = {
      scopes,
      cities: null,
      is_trial: false,
    };
    const own = { ...all, partner_id: "casa", key };
    const isTold = (over: Partial<typeof key>) =>
      EVENT_TYPES.filter((type) => isFor({ ...own, key: { ...key, ...over } }, facts(type)));
    const bookings = EVENT_TYPES.filter((type) => type.startsWith("booking."));

    test.each([
      ["all of it", {}, [...bookings, ...PUBLIC]],
      ["no bookings", { scopes: ["catalog:read", "availability:read"] }, PUBLIC],
      ["bookings alone", { scopes: ["bookings:read"] }, bookings],
      ["what it tries out", { is_trial: true }, PUBLIC],
      ["its city", { cities: ["mexico-city"] }, [...bookings, ...PUBLIC]],
      ["another city", { cities: ["oaxaca"] }, []],
    ])("of a key that may read %s", (_, over, types) => expect(isTold(over)).toEqual(types));

    test("of no booking that no program of its partner sold", () => {
      const sold = (resale: { uuid: string; partner_id: string } | null) =>
        isFor(own, facts("booking.changed", { booking: { ...booking, resale }, former: "casa" }));
      expect([null, { uuid: "u", partner_id: "other" }, booking.resale].map(sold)).toEqual([false, false, true]);
    });
  });

  test("an endpoint of the city", () =>
    expect(isFor({ ...all, cities: ["mexico-city"] }, facts("booking.held"))).toBe(true));
});

describe("what is said", () => {
  test("of a booking", () =>
    expect(dataOf(facts("booking.refunded", { detail: { refund_id: "r" } }))).toEqual({
      id: "s",
      status: "confirmed",
      version: 2,
      departure_id: "d",
      test: false,
      uuid: "u",
      refund_id: "r",
    }));

  test("of a night", () =>
    expect(dataOf(facts("availability.changed"))).toEqual({
      id: "s",
      crawl_id: "c",
      date: "2026-12-04",
      status: "scheduled",
    }));

  test("of a crawl", () => expect(dataOf(facts("crawl.changed"))).toEqual({ id: "s", is_active: true }));

  test("of a statement", () =>
    expect(dataOf(facts("statement.ready"))).toEqual({
      id: "s",
      partner_id: "casa",
      month: "2026-11",
      status: "draft",
      test: true,
    }));

  test("nothing of what is gone", () => {
    expect(dataOf(facts("booking.confirmed", { booking: null }))).toBeNull();
    expect(dataOf(facts("availability.changed", { departure: null }))).toBeNull();
    expect(dataOf(facts("statement.ready", { statement: null }))).toBeNull();
    expect(dataOf(facts("crawl.changed", { crawl: null }))).toBeNull();
  });
});
