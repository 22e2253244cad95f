import { describe, expect, test } from "vitest";
import { calendarLinks, calendarSequence, calendarStatus } from "#src/modules/evening/tickets/rules/calendar.ts";

const at = new Date("2026-11-20T18:00:00Z");

describe("what a booking is in a calendar", () => {
  test.each([
    ["pending", null, null, "scheduled", null],
    ["cancelled", "expired", null, "scheduled", null],
    ["cancelled", "departure_cancelled", null, "cancelled", null],
    ["confirmed", null, at, "scheduled", "confirmed"],
    // the night is called off, and the guest hasn't chosen yet what becomes of the booking
    ["confirmed", null, at, "cancelled", "cancelled"],
    ["cancelled", "customer", at, "scheduled", "cancelled"],
    ["cancelled", "admin", at, "scheduled", "cancelled"],
    ["cancelled", "departure_cancelled", at, "cancelled", "cancelled"],
    ["pending", null, at, "scheduled", null],
  ] as const)("%s (%s), paid %s, night %s: %s", (status, cancel_reason, confirmed_at, departure_status, expected) => {
    expect(calendarStatus({ status, cancel_reason, confirmed_at, departure_status })).toBe(expected);
  });
});

test("a later state has a higher sequence, on whatever departure it is", () => {
  const states = [
    calendarSequence({ version: 1, departure_version: 900 }, "confirmed"),
    calendarSequence({ version: 1, departure_version: 901 }, "confirmed"),
    // moved to a departure that was never edited
    calendarSequence({ version: 2, departure_version: 1 }, "confirmed"),
    calendarSequence({ version: 2, departure_version: 1 }, "cancelled"),
    // called off, then another date chosen
    calendarSequence({ version: 3, departure_version: 1 }, "confirmed"),
    calendarSequence({ version: 3, departure_version: 1_000_000 }, "confirmed"),
    calendarSequence({ version: 4, departure_version: 1 }, "confirmed"),
  ];
  expect(states).toEqual([...new Set(states)].toSorted((a, b) => a - b));
  // the field is a signed 32-bit number in most calendars
  expect(calendarSequence({ version: 200_000, departure_version: 4_999 }, "cancelled")).toBeLessThan(2 ** 31);
});

test("links of calendars on the web say the night, its place and zone", () => {
  const { google, outlook } = calendarLinks({
    title: "Ronda Ciudad de México",
    place: "Fuente de Cibeles, Roma Norte",
    text: "Reserva RND-4F7K2M & identificación",
    starts: "2026-11-21T20:00:00-06:00",
    ends: "2026-11-22T00:30:00-06:00",
    zone: "America/Mexico_City",
  });
  const textOf = (link: string) => Object.fromEntries(new URL(link).searchParams);
  expect(textOf(google)).toEqual({
    action: "TEMPLATE",
    text: "Ronda Ciudad de México",
    dates: "20261122T020000Z/20261122T063000Z",
    ctz: "America/Mexico_City",
    location: "Fuente de Cibeles, Roma Norte",
    details: "Reserva RND-4F7K2M & identificación",
  });
  expect(textOf(outlook)).toMatchObject({
    subject: "Ronda Ciudad de México",
    startdt: "2026-11-22T02:00:00.000Z",
    enddt: "2026-11-22T06:30:00.000Z",
    location: "Fuente de Cibeles, Roma Norte",
    body: "Reserva RND-4F7K2M & identificación",
  });
  expect(outlook).not.toContain("+");
});
