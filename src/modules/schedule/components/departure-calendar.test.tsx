import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DepartureCalendar } from "#src/modules/schedule/components/departure-calendar.tsx";
import { calendarDay } from "#src/modules/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";

const night = (date: string, available_spots: number) =>
  ({
    id: date,
    crawl_id: "a",
    date,
    is_available: true,
    available_spots,
    availability_level: "high",
    price_per_person: { amount_minor: 40_000, currency: "MXN" },
  }) as unknown as Departure;

/** The calendar of November 2026, seen on the 20th, as the server renders it. */
async function november(departures: Departure[]): Promise<string> {
  const calendar = (
    <DepartureCalendar
      today="2026-11-20"
      month="2026-11"
      span={{ first: "2026-11", last: "2026-12" }}
      chosen={null}
      open={departures.map(({ date }) => date)}
      dayOf={(date) =>
        calendarDay(
          departures.filter((one) => one.date === date),
          { defaultCrawlId: "a" },
        )
      }
      onPick={() => undefined}
      onMonth={() => undefined}
    />
  );
  const Stub = createRoutesStub([{ path: "/", Component: () => calendar }]);
  return renderToStaticMarkup(
    <PageTexts value={await i18nFor("en")}>
      <Stub initialEntries={["/?city=oaxaca&month=2026-11"]} />
    </PageTexts>,
  );
}

test("the calendar begins with the current week, and its way back is off", async () => {
  const page = await november([night("2026-11-20", 40)]);
  const days = Array.from(page.matchAll(/data-day="([\d-]+)"/g), ([, day]) => day);
  expect([days[0], days.includes("2026-11-14"), days.includes("2026-11-30")]).toEqual(["2026-11-15", false, true]);
  expect(page).toMatch(/<span role="link" aria-disabled="true" aria-label="Previous month"/);
  expect(page).toContain('href="/?city=oaxaca&amp;month=2026-12#booking-section"');
});

test("a date leads to its details, and says how many places are left where they are few", async () => {
  const page = await november([night("2026-11-20", 10), night("2026-11-21", 11)]);
  expect(page).toContain('href="/?city=oaxaca&amp;date=2026-11-21#booking-details"');
  expect(page).toContain("Today, Friday, November 20, 2026, MX$400 per person, 10 places left");
  expect(page).toContain("Saturday, November 21, 2026, MX$400 per person, places available");
  expect(page.match(/\d+ left/g)).toEqual(["10 left"]);
});
