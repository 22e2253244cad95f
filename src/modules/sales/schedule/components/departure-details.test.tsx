import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { BookingFoot, DepartureDetails } from "#src/modules/sales/schedule/components/departure-details.tsx";
import { ToldChoice } from "#src/modules/sales/schedule/components/choice-announcer.tsx";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

const night = (id: string, start_time: string, end_time: string, more: Partial<Departure> = {}) =>
  ({
    id,
    date: "2026-11-21",
    start_time,
    end_time,
    starts_at: "2026-11-22T02:00:00Z",
    is_available: true,
    available_spots: null,
    price_per_person: { amount_minor: 40_000, currency: "MXN" },
    regular_price_per_person: { amount_minor: 40_000, currency: "MXN" },
    base_price_per_person: { amount_minor: 40_000, currency: "MXN" },
    price_rule: null,
    party_prices: [],
    external_booking_link: null,
    ...more,
  }) as unknown as Departure;

async function rendered(part: ReactNode, locale: "en" | "es") {
  const Stub = createRoutesStub([{ path: "/", Component: () => part }]);
  return renderToStaticMarkup(
    <PageTexts value={await i18nFor(locale)}>
      <Stub initialEntries={["/"]} />
    </PageTexts>,
  );
}

const chosen = (departure: Departure, people = 2) =>
  ({
    departure,
    date: departure.date,
    options: [departure],
    people,
    most: departure.available_spots ?? 100,
    refundable: true,
    today: "2026-11-18",
    crawlOf: () => ({
      title: "Ronda",
      city_name: "Oaxaca",
      meeting_place: "Zócalo",
      time_zone: "America/Mexico_City",
      includes: [],
    }),
  }) as unknown as Booking;

test("the foot says what all of them pay and books for as many, and for no more than there are places", async () => {
  const page = await rendered(<BookingFoot booking={chosen(night("a", "20:00", "00:30"), 3)} />, "es");
  expect(page).toContain("3 personas: MX$1,200");
  expect(page).toContain('href="/es/checkout?departure=a&amp;people=3"');
  expect(page).not.toContain('disabled=""');
  const last = await rendered(
    <BookingFoot booking={chosen(night("a", "20:00", "00:30", { available_spots: 1 }), 1)} />,
    "en",
  );
  expect(last).toContain("MX$400 for 1");
  expect(last.match(/disabled=""/g), "neither fewer nor more").toHaveLength(2);
});

test("what somebody else sells is sold in their name, with no promise of ours", async () => {
  const theirs = chosen(night("a", "20:00", "00:30", { external_booking_link: "https://www.tickets.example/ronda" }));
  const foot = await rendered(<BookingFoot booking={theirs} />, "en");
  expect(foot).toContain("Book Now at tickets.example");
  expect(foot).not.toMatch(/for 2|How many/);
  const details = await rendered(<DepartureDetails booking={theirs} />, "en");
  expect(details).toContain("tickets.example sells this night");
  expect(details).not.toMatch(/refund|cancel/i);
  const ours = await rendered(<DepartureDetails booking={chosen(night("a", "20:00", "00:30"))} />, "en");
  expect(ours).toContain("Free to cancel until Fri, Nov 20, 8:00 PM: you get everything back.");
});

test("a sold-out night is waited for by as many as were wanted, not as there are places", async () => {
  const full = night("a", "20:00", "00:30", { is_available: false, available_spots: 0 });
  const page = (wished: number | null) =>
    rendered(<DepartureDetails booking={{ ...chosen(full, 1), instead: [], wished }} />, "es");
  expect(await page(4)).toContain('href="/es/waiting-list?departure=a&amp;people=4"');
  expect(await page(null)).toContain('href="/es/waiting-list?departure=a"');
});

test.each(["en", "es"] as const)("the booking details say start and end in hrs (%s)", async (locale) => {
  const [departure, other] = [night("a", "20:00", "00:30"), night("b", "21:00", "02:00")];
  const booking = {
    departure,
    date: departure.date,
    options: [departure, other],
    crawlOf: () => ({ title: "Ronda", city_name: "Oaxaca", meeting_place: "Zócalo", includes: [] }),
    onChoose: () => undefined,
  } as unknown as Booking;
  const page = await rendered(<DepartureDetails booking={booking} />, locale);
  expect(page.match(/\d{2}:\d{2} – \d{2}:\d{2} hrs/g)).toEqual([
    "20:00 – 00:30 hrs",
    "21:00 – 02:00 hrs",
    "20:00 – 00:30 hrs",
  ]);
  expect(page).not.toMatch(/[AP]M/);
});

test("a screen reader is told night, places and total by one live region, and why a night can't be booked", async () => {
  const reportOf = async (booking: Booking) => rendered(<ToldChoice booking={booking} />, "en");
  const open = night("a", "20:00", "00:30", { available_spots: 12, total_spots: 40 });
  expect(await reportOf(chosen(open, 3))).toMatch(
    /^<p role="status"[^>]*>Saturday, November 21(, 2026)?\. [^.]*12[^.]*40[^.]*\. MX\$1,200 for 3<\/p>$/,
  );
  expect(
    await reportOf(chosen(night("a", "20:00", "00:30", { is_available: false, bookings_disabled: true }))),
  ).toContain("Bookings are disabled");
  expect(await reportOf({ date: null, departure: null, people: null } as unknown as Booking)).toMatch(/><\/p>$/);
  const rest = await rendered(
    <>
      <DepartureDetails booking={chosen(open)} />
      <BookingFoot booking={chosen(open)} />
    </>,
    "en",
  );
  expect(rest).not.toMatch(/role="(status|alert)"|aria-live/);
});

test.each([
  ["en", 2, "MX$340", ["Early bird", "15% off per person if you book by", "8 people or more: MX$300 per person"]],
  [
    "es",
    2,
    "MX$340",
    ["Preventa", "15% de descuento por persona si reservas a más tardar", "8 personas o más: MX$300 por persona"],
  ],
  ["en", 8, "MX$300", ["Groups", "MX$100 off per person", "MX$2,400"]],
  ["es", 8, "MX$300", ["Grupos", "MX$100 de descuento por persona", "8 personas: MX$2,400"]],
] as const)("in %s the foot says for %i why the price is %s", async (locale, people, price, texts) => {
  const money = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });
  const early = { name: "Early bird", name_es: "Preventa", percent: 15, amount: null, book_until: "2026-11-20" };
  const groups = { name: "Groups", name_es: "Grupos", percent: null, amount: money(10_000), book_until: null };
  const departure = night("a", "20:00", "00:30", {
    price_per_person: money(34_000),
    price_rule: early,
    party_prices: [{ people_from: 8, price_per_person: money(30_000), price_rule: groups }],
  });
  const page = await rendered(<BookingFoot booking={chosen(departure, people)} />, locale);
  for (const text of [price, "MX$400", ...texts]) expect(page).toContain(text);
});
