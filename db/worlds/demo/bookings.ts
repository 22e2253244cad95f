import { type Booked, type Wish, booked } from "#db/worlds/demo/booked.ts";
import type { Night } from "#db/worlds/demo/calendar.ts";
import type { Coupons } from "#db/worlds/demo/coupons.ts";
import { groupSize, guest, LUCIA } from "#db/worlds/demo/guests.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The demo customer's bookings: one in every state that a booking can have. */
export function luciasBookings(nights: Night[], userId: string, coupons: Coupons, now: Date): Booked[] {
  const by = (daysAgo: number, night: Night, people: number): Wish => {
    const createdAt = new Date(now.getTime() - daysAgo * DAY);
    return { guest: LUCIA, userId, currency: "MXN", night, people, createdAt };
  };
  const [first, second, third, fourth] = nights.filter(
    (night) => night.state === "open" && night.crawl.slug === "mexico-city",
  ) as [Night, Night, Night, Night];
  const [past, recent] = nights.filter((night) => night.state === "past") as [Night, Night];
  const cancelled = nights.find((night) => night.state === "cancelled")!;
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

/** Confirmed groups that make every night as full as its state says, on top of the seats `taken` already. */
export function fillerBookings(nights: Night[], taken: Map<string, number>, now: Date): Booked[] {
  const bookings: Booked[] = [];
  for (const night of nights) {
    let left = night.sold - (taken.get(night.id) ?? 0);
    while (left > 0) {
      const number = bookings.length;
      const people = Math.min(left, groupSize(number));
      const createdAt = new Date(now.getTime() - (1 + (number % 12)) * DAY);
      const currency = number % 3 === 0 ? "USD" : "MXN";
      bookings.push(booked({ night, guest: guest(number), people, currency, createdAt }, "confirmed"));
      left -= people;
    }
  }
  return bookings;
}

/** How many people hold seats, by departure. */
export function takenSeats(bookings: Booked[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { booking } of bookings) {
    const night = booking.scheduled_crawl_id;
    if (booking.status !== "cancelled") taken.set(night, (taken.get(night) ?? 0) + booking.number_of_people);
  }
  return taken;
}
