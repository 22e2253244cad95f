import { expect, test } from "vitest";
import { changesOf, effectOf, needsConsent } from "#src/modules/sales/schedule/rules/editing.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";

const departure: DepartureTerms = {
  date: "2026-12-04",
  start_time: "20:00",
  end_time: "00:30",
  total_spots: 40,
  price: null,
  prices: { MXN: 40_000, EUR: 1900 },
  sale_price: null,
  sale_prices: {},
  early_bird_sale: false,
  hide_total_spots: false,
  bookings_disabled: false,
  external_booking_link: null,
};

test.each([
  ["nothing", {}, {}],
  ["the same once more", departure, {}],
  ["prices in another order", { prices: { EUR: 1900, MXN: 40_000 } }, {}],
  ["a price of one currency", { prices: { MXN: 41_000, EUR: 1900 } }, { prices: { MXN: 41_000, EUR: 1900 } }],
  ["a price that is taken away", { prices: { MXN: 40_000 } }, { prices: { MXN: 40_000 } }],
  ["a link that is none any more", { external_booking_link: null, total_spots: 41 }, { total_spots: 41 }],
])("what differs: %s", (_, next, expected) => expect(changesOf(departure, next)).toEqual(expected));

test("whoever has fewer seats than are taken, and guests who must come at another time, are named before", () => {
  const sold = { ...departure, taken: 12, guests: 10, bookings: 4 };
  const empty = { ...departure, date: "2026-12-05", taken: 0, guests: 0, bookings: 0 };
  const effect = (patch: object) => effectOf([sold, empty].map((row) => ({ row, patch: changesOf(row, patch) })));
  expect(effect({ total_spots: 8 })).toEqual({
    departures: 2,
    overbooked: [{ date: "2026-12-04", taken: 12 }],
    moved: { guests: 0, bookings: 0, what: "end" },
  });
  expect(needsConsent(effect({ total_spots: 12 }))).toBe(false);
  expect(effect({ start_time: "21:00" }).moved).toEqual({ guests: 10, bookings: 4, what: "start" });
  expect(effect({ end_time: "02:00" }).moved).toMatchObject({ what: "end" });
  expect(effect({ start_time: "21:00", date: "2026-12-24" }).moved).toMatchObject({ what: "day" });
  expect(effect({ start_time: "20:00" }).departures).toBe(0);
  expect(needsConsent(effect({ price: 2500 }))).toBe(false);
});
