import { expect, test } from "vitest";
import { offerOf } from "#src/modules/sales/schedule/rules/offer.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

const pesos = (amount: number) => ({ amount_minor: amount * 100, currency: "MXN" as const });
const departureWith = (date: string, price: number, more: Partial<Departure> = {}) =>
  ({
    date,
    start_time: "20:00",
    is_available: true,
    price_per_person: pesos(price),
    regular_price_per_person: pesos(400),
    on_sale: price < 400,
    ...more,
  }) as Departure;
const full = { is_available: false };

test.each([
  ["one departure", [departureWith("2026-11-21", 400)], ["2026-11-21", 400, false, false]],
  [
    "two at one price",
    [departureWith("2026-11-21", 400), departureWith("2026-11-22", 400)],
    ["2026-11-21", 400, false, false],
  ],
  [
    "a later one on sale",
    [departureWith("2026-11-21", 400), departureWith("2026-11-22", 320)],
    ["2026-11-21", 320, true, true],
  ],
  [
    "the first one full",
    [departureWith("2026-11-21", 400, full), departureWith("2026-11-22", 400)],
    ["2026-11-22", 400, false, false],
  ],
  [
    "a sale that is full",
    [departureWith("2026-11-21", 320, full), departureWith("2026-11-22", 400)],
    ["2026-11-22", 400, false, false],
  ],
  [
    "one that costs more",
    [departureWith("2026-11-21", 400), departureWith("2026-11-22", 500)],
    ["2026-11-21", 400, false, true],
  ],
])("the offer of %s", (_, departures, [date, price, onSale, varies]) =>
  expect(offerOf(departures)).toEqual({
    next: { date, start_time: "20:00" },
    from: pesos(price as number),
    regular: pesos(400),
    onSale,
    varies,
  }),
);

test("nothing on sale is no offer", () => {
  expect(offerOf([])).toBeNull();
  expect(offerOf([departureWith("2026-11-21", 400, full)])).toBeNull();
});
