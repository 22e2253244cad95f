import { expect, test } from "vitest";
import { COLUMNS } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { bookingRow } from "#src/modules/office/booking-admin/rules/booking-row.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";

const BOOKING: ListedBooking = {
  id: "a",
  reference: "RND-1",
  name: "Ana Ruiz",
  email: "ana@guest.test",
  phone: "+52 55 1",
  country: "MX",
  language: "es",
  people: 2,
  crawl: { en: "Centro", es: null },
  city: { en: "Mexico City", es: null },
  date: "2026-11-20",
  time: "20:00",
  zone: "America/Mexico_City",
  total: { amount: 80_000, currency: "MXN" },
  discount: { amount: 0, currency: "MXN" },
  coupon: "SAVE3",
  partner: { name: "Hostel", reason: "link" },
  campaign: "lobby",
  qr: "q",
  table: "RND-0",
  source: "web",
  provider: "stripe",
  state: "confirmed",
  money: null,
  givenBack: { amount: 0, currency: "MXN" },
  taken: { amount: 0, currency: "MXN" },
  holdEnds: null,
  bookedAt: "2026-11-19T18:00:00.000Z",
  test: false,
  isMoney: true,
  tags: [],
};

test("a row carries what its columns show, and nothing else about its guest", () => {
  const { name, ...plain } = bookingRow(BOOKING, ["guests", "crawl", "night", "total", "state", "booked"]);
  expect(name).toBe("Ana Ruiz");
  for (const field of [
    "email",
    "phone",
    "country",
    "language",
    "coupon",
    "partner",
    "campaign",
    "qr",
    "table",
    "source",
    "provider",
  ])
    expect(plain).not.toHaveProperty(field);
  expect(bookingRow(BOOKING, ["email"])).toHaveProperty("email", "ana@guest.test");
});

test("with all columns only what no column shows is left out", () => {
  const left = Object.keys(BOOKING).filter((field) => !(field in bookingRow(BOOKING, COLUMNS)));
  expect(left.toSorted()).toEqual(["campaign", "city", "country", "discount", "phone", "qr", "table"]);
});
