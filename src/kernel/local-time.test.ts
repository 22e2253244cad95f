import { expect, test } from "vitest";
import {
  clockIn,
  clockTime,
  hours,
  dateIn,
  instantOf,
  isoIn,
  longDate,
  departureTimes,
  dateInSentence,
  dayAndYear,
  nightName,
  shortDate,
  spokenDay,
  spokenTime,
} from "#src/kernel/local-time.ts";

test.each([
  ["2026-11-21", "20:00", "America/Mexico_City", "2026-11-22T02:00:00.000Z"],
  ["2026-12-31", "20:00", "America/Mexico_City", "2027-01-01T02:00:00.000Z"],
  ["2026-07-01", "20:00", "America/Tijuana", "2026-07-02T03:00:00.000Z"],
  ["2026-12-01", "20:00", "America/Tijuana", "2026-12-02T04:00:00.000Z"],
  ["2026-12-01", "20:00", "America/Cancun", "2026-12-02T01:00:00.000Z"],
])("%s %s in %s is %s", (date, time, zone, iso) => {
  const instant = instantOf(date, time, zone);
  expect(instant.toISOString()).toBe(iso);
  expect([dateIn(instant, zone), clockIn(instant, zone)]).toEqual([date, time]);
  expect(isoIn(instant, zone)).toMatch(new RegExp(`^${date}T${time}:00-0[5-8]:00$`));
  expect(new Date(isoIn(instant, zone))).toEqual(instant);
});

test("a departure that ends after midnight ends on the next day", () => {
  const { startsAt, endsAt } = departureTimes("2026-12-31", "20:00", "01:00", "America/Mexico_City");
  expect((endsAt.getTime() - startsAt.getTime()) / 3_600_000).toBe(5);
});

test("long dates in both languages", () => {
  expect(longDate("2026-11-21", "en")).toBe("Saturday, November 21, 2026");
  expect(longDate("2026-11-21", "es")).toMatch(/^Sábado, 21 de noviembre de 2026$/);
  expect(longDate("2026-11-21", "en", false)).toBe("Saturday, November 21");
});

test("a date inside a sentence begins small in Spanish", () => {
  expect(dateInSentence("2026-11-21", "es")).toBe("sábado 21 de noviembre");
  expect(dateInSentence("2026-11-21", "en")).toBe("Saturday, November 21");
  expect(dayAndYear("2026-11-21", "en")).toBe("November 21, 2026");
  expect(dayAndYear("2026-11-21", "es")).toBe("21 de noviembre de 2026");
});

test.each([
  ["20:00", "8:00 PM", "20:00 hrs"],
  ["00:30", "12:30 AM", "00:30 hrs"],
  ["12:05", "12:05 PM", "12:05 hrs"],
  ["9:00", "9:00 AM", "09:00 hrs"],
])("%s is said as %s in English and as %s in Spanish", (time, english, spanish) => {
  expect(clockTime(time, "en")).toBe(english);
  expect(clockTime(time, "es")).toBe(spanish);
});

test.each([
  ["20:00", "8 PM", "las 8"],
  ["20:30", "8:30 PM", "las 8:30"],
  ["13:00", "1 PM", "la 1"],
  ["00:05", "12:05 AM", "las 12:05"],
  ["11:00", "11 AM", "las 11"],
])("%s is spoken as %s in English and as %s in Spanish", (time, english, spanish) => {
  expect(spokenTime(time, "en")).toBe(english);
  expect(spokenTime(time, "es")).toBe(spanish);
});

test("a day to come is spoken by its weekday and number", () => {
  expect(spokenDay("2026-11-27", "en")).toBe("Friday 27");
  expect(spokenDay("2026-11-07", "es")).toBe("sábado 7");
});

test("hours speak the language's clock", () => {
  expect(hours("20:00", "00:30", "en")).toBe("8:00 PM – 12:30 AM");
  expect(hours("20:00", "00:30", "es")).toBe("20:00 – 00:30 hrs");
});

test("a night is named by weekday and day", () => {
  expect([nightName("2026-11-27", "en"), nightName("2026-11-27", "es")]).toEqual(["Fri 27", "vie 27"]);
});

test("a short date names its year only where that isn't this one", () => {
  expect(shortDate("2026-11-21", "en", "2026-01-01")).toBe("Sat, Nov 21");
  expect(shortDate("2026-11-21", "en")).toBe("Sat, Nov 21");
  expect(shortDate("2027-10-31", "en", "2026-11-21")).toBe("Sun, Oct 31, 2027");
  expect(shortDate("2026-11-21", "es")).toBe("sáb 21 de nov");
  expect(shortDate("2027-10-31", "es", "2026-11-21")).toBe("dom 31 de oct de 2027");
});
