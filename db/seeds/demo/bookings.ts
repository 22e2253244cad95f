import { type Booked, type Wish, booked } from "#db/seeds/demo/booked.ts";
import type { Departure } from "#db/seeds/demo/calendar.ts";
import type { Coupons } from "#db/seeds/demo/coupons.ts";
import { groupSize, guest, LUCIA } from "#db/seeds/demo/guests.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The demo customer's bookings: one in every possible state. */
export function luciasBookings(departures: Departure[], userId: string, coupons: Coupons, now: Date): Booked[] {
  const by = (daysAgo: number, departure: Departure, people: number): Wish => {
    const createdAt = new Date(now.getTime() - daysAgo * DAY);
    return { guest: LUCIA, userId, currency: "MXN", departure, people, createdAt };
  };
  const [first, second, third, fourth] = departures.filter(
    (departure) => departure.state === "open" && departure.crawl.slug === "mexico-city",
  ) as [Departure, Departure, Departure, Departure];
  const [past, recent] = departures.filter((departure) => departure.state === "past") as [Departure, Departure];
  const cancelled = departures.find((departure) => departure.state === "cancelled")!;
  return [
    booked(by(0, second, 2), "pending"),
    booked(by(2, first, 3), "confirmed"),
    booked({ ...by(1, third, 1), coupon: { id: coupons.GRATIS100, percent: 100 } }, "confirmed"),
    booked({ ...by(20, past, 2), coupon: { id: coupons.AGOTADO10, percent: 10 } }, "confirmed"),
    booked(by(6, recent, 2), "confirmed"),
    booked(by(3, third, 2), "expired"),
    booked(by(3, third, 4), "payment_cancelled"),
    booked({ ...by(4, fourth, 2), currency: "USD" }, "customer"),
    booked(by(9, cancelled, 2), "departure_cancelled"),
  ];
}

/**
 * Confirmed groups that make every departure as full as its state requires, on top of the seats already held (`seatsByNight`),
 * made in the `days` before.
 */
export function fillerBookings(
  departures: Departure[],
  seatsByNight: Map<string, number>,
  days: number,
  now: Date,
): Booked[] {
  const bookings: Booked[] = [];
  for (const departure of departures) {
    let left = departure.sold - (seatsByNight.get(departure.id) ?? 0);
    while (left > 0) {
      const number = bookings.length;
      const people = Math.min(left, groupSize(number));
      const createdAt = new Date(now.getTime() - (1 + (number % days)) * DAY);
      const currency = number % 3 === 0 ? "USD" : "MXN";
      bookings.push(booked({ departure, guest: guest(number), people, currency, createdAt }, "confirmed"));
      left -= people;
    }
  }
  return bookings;
}

/** How many people hold seats, by departure. */
export function takenSeats(bookings: Booked[]): Map<string, number> {
  const seatsByNight = new Map<string, number>();
  for (const { booking } of bookings) {
    const departure = booking.scheduled_crawl_id;
    if (booking.status !== "cancelled")
      seatsByNight.set(departure, (seatsByNight.get(departure) ?? 0) + booking.number_of_people);
  }
  return seatsByNight;
}
