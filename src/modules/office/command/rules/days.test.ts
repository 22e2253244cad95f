import { describe, expect, test } from "vitest";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { isAskedFor, nameAndDay, readWords } from "#src/modules/office/command/rules/days.ts";

// a Friday at noon in Mexico City
const now = new Date("2026-11-20T18:00:00Z");
const words = (input: string, at = now) => readWords(input, at, HOME_ZONE);

describe("a departure", () => {
  const texts = ["Roma–Condesa Pub Crawl", "Ciudad de México"];
  test.each([
    ["sat roma", "2026-11-21", true],
    ["roma sab", "2026-11-21", true],
    ["SÁBADO condesa", "2026-11-21", true],
    ["sat roma", "2026-11-22", false],
    ["tonight", "2026-11-20", true],
    ["hoy", "2026-11-20", true],
    ["manana", "2026-11-21", true],
    ["21 nov", "2026-11-21", true],
    ["2 nov", "2026-11-21", false],
    ["2026-11-21", "2026-11-21", true],
    ["2026-11-21", "2026-11-11", false],
    ["mexico", "2026-11-20", true],
    ["", "2026-11-20", true],
    ["oaxaca", "2026-11-20", false],
  ])("“%s” finds the departure of %s: %s", (input, date, found) =>
    expect(isAskedFor(words(input), texts, date)).toBe(found),
  );
});

describe("a name and a day", () => {
  const read = (input: string, at = now) => nameAndDay(words(input, at), at, HOME_ZONE);

  test.each([
    ["sofia tonight", "sofia", ["2026-11-20"]],
    ["sofía esta noche", "sofia", ["2026-11-20"]],
    ["hoy sofía", "sofia", ["2026-11-20"]],
    ["sofia tomorrow", "sofia", ["2026-11-21"]],
    ["sofía mañana", "sofia", ["2026-11-21"]],
    ["sofía ayer", "sofia", ["2026-11-19"]],
    ["sofia hernandez yesterday", "sofia hernandez", ["2026-11-19"]],
    ["sofia 2026-11-28", "sofia", ["2026-11-28"]],
    ["sofia 28 nov", "sofia", ["2025-11-28", "2026-11-28"]],
    ["sofia sat 28 nov", "sofia", ["2026-11-28"]],
    ["sofía el sábado 28 de noviembre", "sofia", ["2026-11-28"]],
    ["sofia on the 28th of november", "sofia", ["2025-11-28", "2026-11-28"]],
    ["sofía 28/11", "sofia", ["2025-11-28", "2026-11-28"]],
    ["sofia 11/28", "sofia", ["2025-11-28", "2026-11-28"]],
    ["sofia 28", "sofia", ["2026-10-28", "2026-11-28", "2026-12-28", "2027-01-28"]],
    ["sofía 1ro ene", "sofia", ["2026-01-01", "2027-01-01"]],
    ["sofia sun 1 nov", "sofia", ["2026-11-01"]],
    ["de la cruz dom 1 nov", "de la cruz", ["2026-11-01"]],
    ["sofia 31 feb", "sofia", []],
  ])("“%s” means %s on %j", (input, name, dates) => expect(read(input)).toMatchObject({ name, dates }));

  test.each([
    ["sofia sat", 6],
    ["sofía sáb", 6],
    ["Sábado Sofía", 6],
    ["sofia this saturday", 6],
    ["sofía mié", 3],
    ["sofia thurs", 4],
    ["sofía dom", 7],
  ])("“%s” means that day of any week around, the last one as well", (input, weekday) => {
    const { dates } = read(input)!;
    const days = dates.map((date) => Temporal.PlainDate.from(date));
    expect(days.every(({ dayOfWeek }) => dayOfWeek === weekday)).toBe(true);
    expect([dates.some((date) => date < "2026-11-20"), dates.some((date) => date > "2026-11-20")]).toEqual([
      true,
      true,
    ]);
    expect(dates.length).toBeGreaterThan(10);
  });

  test("a word that is a weekday and a month in Spanish means both", () => {
    const { dates } = read("sofía mar")!;
    expect([dates.includes("2026-11-24"), dates.includes("2026-11-23")]).toEqual([true, false]);
  });

  test("what names a day may be a name: it is told as well", () => {
    expect(read("maria julio")).toMatchObject({ name: "maria", day: "julio" });
  });

  test("tonight is the city's, not Greenwich's", () => {
    expect(read("sofia tonight", new Date("2026-12-01T05:30:00Z"))?.dates).toEqual(["2026-11-30"]);
    expect(read("sofia tonight", new Date("2026-12-01T06:30:00Z"))?.dates).toEqual(["2026-12-01"]);
  });

  test.each(["sofia", "sofia hernandez", "sat", "28 nov", "RND-7K2M4P", "tom smith", "sofia 32", "sofia sa", "el", ""])(
    "“%s” is not both",
    (input) => expect(read(input)).toBeNull(),
  );
});
