import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DepartureCalendar } from "#src/modules/sales/schedule/components/departure-calendar.tsx";
import { calendarDay, monthSpan } from "#src/modules/sales/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

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

/** The calendar's first page on a day, as the server renders it. */
async function shownOn(today: string, departures: Departure[]): Promise<string> {
  const span = monthSpan(departures, today);
  const calendar = (
    <DepartureCalendar
      today={today}
      month={span.first}
      span={span}
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

const daysOf = (page: string) => Array.from(page.matchAll(/data-day="([\d-]+)"/g), ([, day]) => day!);
const LATER = night("2027-01-09", 40);

test("the calendar begins with the current week, and its way back is off", async () => {
  const page = await shownOn("2026-11-06", [night("2026-11-06", 40), LATER]);
  expect(daysOf(page)).toMatchObject({ 0: "2026-11-01", length: 35 });
  const days = daysOf(await shownOn("2026-11-13", [night("2026-11-13", 40), LATER]));
  expect([days[0], days.length]).toEqual(["2026-11-08", 28]);
  expect(page).toMatch(/<span role="link" aria-disabled="true" aria-label="Previous month"/);
  expect(page).toContain('href="/?city=oaxaca&amp;month=2026-12#booking-section"');
});

test("towards a month's end the next one's first weeks are there", async () => {
  const page = await shownOn("2026-11-27", [night("2026-12-01", 40), LATER]);
  expect([daysOf(page)[0], daysOf(page).at(-1)]).toEqual(["2026-11-22", "2026-12-12"]);
  expect(page).toMatch(/href="\/\?city=oaxaca&amp;date=2026-12-01#booking-details"[^>]*><span[^>]*>Dec 1</);
  // in the week in which it ends, that is the month shown
  const last = await shownOn("2026-11-30", [night("2026-11-30", 40), LATER]);
  expect([daysOf(last)[0], last.includes("December 2026")]).toEqual(["2026-11-29", true]);
  expect(last).toContain('href="/?city=oaxaca&amp;date=2026-11-30#booking-details"');
});

test("a date says how many places are left where they are few", async () => {
  const page = await shownOn("2026-11-20", [night("2026-11-20", 10), night("2026-11-21", 11)]);
  expect(page).toContain("Today, Friday, November 20, 2026, MX$400 per person, 10 places left");
  expect(page).toContain("Saturday, November 21, 2026, MX$400 per person, places available");
  expect(page.match(/\d+ left/g)).toEqual(["10 left"]);
});
