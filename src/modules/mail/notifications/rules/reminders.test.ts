import { describe, expect, test } from "vitest";
import { departureTimes } from "#src/kernel/local-time.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { daysToLookAt, isDue, whyNotReminded, windowOf } from "#src/modules/mail/notifications/rules/reminders.ts";
import { parseAppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

const plan = {
  ...parseAppSettings([]).scheduled,
  today: { on: true, hours: 3 },
};
const night = (date: string, time_zone: string, start = "20:00", end = "00:30") => ({
  date,
  time_zone,
  starts_at: departureTimes(date, start, end, time_zone).startsAt,
});

describe("the day before at noon is the city's, whatever its clock does", () => {
  test.each([
    // clocks go back on 1 November 2026 and forward on 14 March 2027 in Tijuana and Juárez
    ["Tijuana, the last day of summer time", night("2026-11-01", "America/Tijuana"), "2026-10-31T19:00:00.000Z"],
    ["Tijuana, winter time since that night", night("2026-11-02", "America/Tijuana"), "2026-11-01T20:00:00.000Z"],
    [
      "Ciudad Juárez, before the spring's change",
      night("2027-03-14", "America/Ciudad_Juarez"),
      "2027-03-13T19:00:00.000Z",
    ],
    ["Ciudad Juárez, after it", night("2027-03-15", "America/Ciudad_Juarez"), "2027-03-14T18:00:00.000Z"],
    ["Mexico City, where nothing changes", night("2026-11-01", "America/Mexico_City"), "2026-10-31T18:00:00.000Z"],
    ["Cancún, where nothing ever does", night("2026-11-01", "America/Cancun"), "2026-10-31T17:00:00.000Z"],
    [
      "a night that starts after midnight",
      night("2026-11-21", "America/Cancun", "00:15", "04:00"),
      "2026-11-20T17:00:00.000Z",
    ],
    ["the first night of a year", night("2027-01-01", "America/Mexico_City"), "2026-12-31T18:00:00.000Z"],
  ])("%s", (_, one, at) => {
    expect(windowOf("reminder_day_before", one, plan).from.toISOString()).toBe(at);
  });
});

test.each([
  // the morning on which the clocks change begins at another distance from the evening before
  ["America/Tijuana", "2026-11-01", "20:00", "2026-11-02T01:00:00.000Z"],
  ["America/Mexico_City", "2026-11-21", "20:00", "2026-11-21T23:00:00.000Z"],
  // never before eight in the morning there
  ["America/Mexico_City", "2026-11-21", "10:00", "2026-11-21T14:00:00.000Z"],
  ["America/Tijuana", "2027-03-14", "09:00", "2027-03-14T15:00:00.000Z"],
])("in %s, three hours before %s %s are hours that pass, from the morning on", (zone, date, start, at) => {
  expect(windowOf("reminder_today", night(date, zone, start, "05:00"), plan).from.toISOString()).toBe(at);
});

test("a night that starts before the morning is not reminded of on the day", () => {
  for (const start of ["00:15", "02:30", "08:30"]) {
    const early = night("2026-11-21", "America/Mexico_City", start, "12:00");
    const every = Array.from({ length: 26 * 12 }, (_, n) => new Date(early.starts_at.getTime() - n * 5 * 60_000));
    expect(every.some((now) => isDue("reminder_today", early, plan, now))).toBe(false);
  }
});

const ROMA = night("2026-11-21", "America/Mexico_City");

test.each([
  ["reminder_day_before", "2026-11-20T17:59:59Z", false],
  ["reminder_day_before", "2026-11-20T18:00:00Z", true],
  // until 22:00 there
  ["reminder_day_before", "2026-11-21T03:59:59Z", true],
  ["reminder_day_before", "2026-11-21T04:00:00Z", false],
  ["reminder_today", "2026-11-21T22:59:59Z", false],
  ["reminder_today", "2026-11-21T23:00:00Z", true],
  // until half an hour before the start
  ["reminder_today", "2026-11-22T01:29:59Z", true],
  ["reminder_today", "2026-11-22T01:30:00Z", false],
] as const)("%s at %s: %s", (kind, now, due) => {
  expect(isDue(kind, ROMA, plan, new Date(now))).toBe(due);
  expect(
    isDue(
      kind,
      ROMA,
      { ...plan, dayBefore: { on: false, at: "12:00" }, today: { on: false, hours: 3 } },
      new Date(now),
    ),
  ).toBe(false);
});

test("every night that is due is among the days that are looked at", () => {
  for (const time_zone of ["Pacific/Kiritimati", "Etc/GMT+12", "America/Tijuana"])
    for (let hour = 0; hour < 48; hour++) {
      const now = new Date(Date.UTC(2026, 10, 20, hour));
      const { from, to } = daysToLookAt(now);
      for (let day = 10; day <= 30; day++)
        for (const start of ["00:15", "12:00", "23:45"]) {
          const one = night(`2026-11-${day}`, time_zone, start, "06:00");
          const longest = { ...plan, dayBefore: { on: true, at: "08:00" }, today: { on: true, hours: 12 } };
          if (isDue("reminder_day_before", one, longest, now) || isDue("reminder_today", one, longest, now))
            expect(from <= one.date && one.date <= to, `${one.date} ${time_zone}`).toBe(true);
        }
    }
});

const NOON = new Date("2026-11-20T18:00:00Z");
const leaving = { night: { ...ROMA, departure_status: "scheduled" }, of: "2026-11-21", plan, now: NOON };

test.each([
  [{}, null],
  [{ night: { ...leaving.night, departure_status: "cancelled" } }, "the night is cancelled"],
  [{ of: "2026-11-28" }, "the night was moved"],
  [{ plan: { ...plan, dayBefore: { on: false, at: "12:00" } } }, "it is switched off"],
  [{ now: new Date("2026-11-21T04:00:00Z") }, "its time is over"],
])("with %j the reminder is withheld: %s", (over, why) => {
  expect(whyNotReminded("reminder_day_before", { ...leaving, ...over })).toBe(why);
});

test("the map is the city's only for the city's own place", () => {
  const place = { city: "Roma & Condesa", meeting_place: "", meeting_place_es: null, meeting_point_es: null };
  const existing = { ...place, meeting_point: "Cibeles", map_url: "https://maps.example/cibeles" };
  expect(meetingPoint({ ...existing, meeting_point: "" }, "en")).toBeNull();
  expect(meetingPoint(existing, "en")).toEqual({ place: "Cibeles", map: "https://maps.example/cibeles" });
  expect(meetingPoint({ ...existing, meeting_place: "Cibeles" }, "es")?.map).toBe("https://maps.example/cibeles");
  const odd = 'Bar "Tía & Cía" #5?';
  const { map } = meetingPoint({ ...existing, meeting_place: odd, meeting_place_es: null }, "en")!;
  expect(new URL(map).searchParams.get("query")).toMatch(`${odd}, `);
  expect(meetingPoint({ ...existing, meeting_place: "Bar 1" }, "en")).toEqual({
    place: "Bar 1",
    map: "https://www.google.com/maps/search/?api=1&query=Bar%201%2C%20Roma%20%26%20Condesa",
  });
});
