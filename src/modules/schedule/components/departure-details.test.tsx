import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DepartureDetails } from "#src/modules/schedule/components/departure-details.tsx";
import type { Booking } from "#src/modules/schedule/components/use-booking.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";

const night = (id: string, start_time: string, end_time: string) =>
  ({
    id,
    date: "2026-11-21",
    start_time,
    end_time,
    is_available: true,
    available_spots: null,
    price_per_person: { amount: 40_000, currency: "MXN" },
  }) as unknown as Departure;

test.each(["en", "es"] as const)("the booking details say start and end in hrs (%s)", async (locale) => {
  const [departure, other] = [night("a", "20:00", "00:30"), night("b", "21:00", "02:00")];
  const booking = {
    departure,
    date: departure.date,
    options: [departure, other],
    crawlOf: () => ({ title: "Ronda", city_name: "Oaxaca", meeting_place: "Zócalo", includes: [] }),
    onChoose: () => undefined,
  } as unknown as Booking;
  const texts = await i18nFor(locale);
  const Stub = createRoutesStub([{ path: "/", Component: () => <DepartureDetails booking={booking} /> }]);
  const page = renderToStaticMarkup(
    <PageTexts value={texts}>
      <Stub initialEntries={["/"]} />
    </PageTexts>,
  );
  expect(page.match(/\d{2}:\d{2} – \d{2}:\d{2} hrs/g)).toEqual([
    "20:00 – 00:30 hrs",
    "21:00 – 02:00 hrs",
    "20:00 – 00:30 hrs",
  ]);
  expect(page).not.toMatch(/[AP]M/);
});
