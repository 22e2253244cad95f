import { UNCAPPED } from "#tests/uncapped.ts";
import { randomUUID } from "node:crypto";
import { departureTimes } from "#src/kernel/local-time.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import type { Db } from "#src/platform/db.server.ts";
import { NOON } from "#tests/database.ts";

const ZONE = "America/Mexico_City";

/** The smallest seed in which something can be sold: rates, one city, one active crawl at 20 USD that is also the default. */
export async function seedMinimal(db: Db): Promise<{ crawlId: string }> {
  const date = "2026-11-20";
  await db
    .insertInto("currency_rates")
    .values([
      { currency: "USD", per_usd: 1, date },
      { currency: "MXN", per_usd: 20, date },
      { currency: "EUR", per_usd: 0.92, date },
    ])
    .execute();
  await db.insertInto("cities").values({ id: "mexico-city", name: "Mexico City", time_zone: ZONE }).execute();
  const crawlId = await addCrawl(db, {});
  await db
    .insertInto("app_settings")
    .values([
      { key: "calendar_crawl_ids", value: crawlId },
      { key: "default_crawl_id", value: crawlId },
      { key: "open_for_sale", value: "true" },
      ...UNCAPPED,
    ])
    .execute();
  return { crawlId };
}

/** One more crawl; active, 20 USD, in Mexico City by default. */
export async function addCrawl(
  db: Db,
  over: {
    title?: string;
    city_id?: string;
    price?: number | null;
    currency?: string;
    prices?: SetPrices;
    is_active?: boolean;
    sales_cutoff_minutes?: number;
    created_at?: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const { prices = {}, ...rest } = over;
  const crawl = {
    id,
    slug: `crawl-${id.slice(0, 8)}`,
    title: "Ronda Test",
    city_id: "mexico-city",
    price: 2000,
    prices: JSON.stringify(prices),
    ...rest,
  };
  await db.insertInto("pub_crawls").values(crawl).execute();
  return id;
}

type DepartureOver = {
  date?: string;
  seats?: number;
  status?: string;
  price?: number;
  sale_price?: number;
  prices?: SetPrices;
  sale_prices?: SetPrices;
  bookings_disabled?: boolean;
  is_private?: boolean;
  external_booking_link?: string;
  hide_total_spots?: boolean;
  late_tolerance?: number;
};

/** How many departures with a unique date each database has: worker processes go through many, one after the other. */
const dated = new WeakMap<Db, number>();
function nextDate(db: Db): string {
  const days = dated.get(db) ?? 0;
  dated.set(db, days + 1);
  return Temporal.PlainDate.from("2026-12-01").add({ days }).toString();
}

/** A departure at 20:00–00:30, 40 seats, on a unique date from 2026-12-01 on by default. */
export async function addDeparture(
  db: Db,
  crawlId: string,
  { seats = 40, prices = {}, sale_prices = {}, ...over }: DepartureOver = {},
): Promise<string> {
  const id = randomUUID();
  const date = over.date ?? nextDate(db);
  const { startsAt, endsAt } = departureTimes(date, "20:00", "00:30", ZONE);
  await db
    .insertInto("scheduled_crawls")
    .values({
      id,
      crawl_id: crawlId,
      date,
      start_time: "20:00",
      end_time: "00:30",
      starts_at: startsAt,
      ends_at: endsAt,
      sales_close_at: startsAt,
      total_spots: seats,
      available_spots: seats,
      prices: JSON.stringify(prices),
      sale_prices: JSON.stringify(sale_prices),
      ...over,
    })
    .execute();
  return id;
}

/** A coupon for 10 % off by default. */
export async function addCoupon(db: Db, over: { code: string } & Partial<Record<string, unknown>>): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("coupons")
    .values({ id, discount_type: "percentage", value: 10, ...over })
    .execute();
  return id;
}

/** A valid booking of two people in pesos. */
export const bookingInput = (departureId: string, over: Partial<CreateBooking> = {}): CreateBooking => ({
  scheduled_crawl_id: departureId,
  number_of_people: 2,
  customer: {
    first_name: "Sofía",
    last_name: "Navarro",
    email: "sofia@example.test",
    phone: "+52 55 1234 5678",
    country: "ES",
  },
  additional_names: [],
  special_requests: "",
  currency: "MXN",
  language: "es",
  agreed_to_terms: true,
  ...over,
});

/** An hour later, a day later: test time as arithmetic on `NOON`. */
export const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

/** A departure's seats by its row and by its bookings (rule seats-1: the two must agree after every event). */
export async function seatsOf(db: Db, departureId: string) {
  const row = await db
    .selectFrom("scheduled_crawls")
    .selectAll()
    .where("id", "=", departureId)
    .executeTakeFirstOrThrow();
  const bookings = await db
    .selectFrom("bookings")
    .select(["status", "number_of_people"])
    .where("scheduled_crawl_id", "=", departureId)
    .execute();
  const waiting = await db
    .selectFrom("booking_changes")
    .select("held_people")
    .where("to_departure_id", "=", departureId)
    .where("status", "=", "pending")
    .execute();
  const reserves = await db
    .selectFrom("offline_places")
    .select(["places", "sold"])
    .where("departure_id", "=", departureId)
    .where("returned_at", "is", null)
    .execute();
  const tables = await db
    .selectFrom("friend_tables")
    .select(["places", "taken"])
    .where("departure_id", "=", departureId)
    .where("closed_at", "is", null)
    .execute();
  const people = (status: string) =>
    bookings.filter((b) => b.status === status).reduce((sum, b) => sum + b.number_of_people, 0);
  return {
    total: row.total_spots,
    available: row.available_spots,
    overbooked: row.overbooked_spots,
    held:
      people("pending") +
      waiting.reduce((sum, change) => sum + change.held_people, 0) +
      reserves.reduce((sum, { places, sold }) => sum + places - sold, 0) +
      tables.reduce((sum, table) => sum + table.places - table.taken, 0),
    confirmed: people("confirmed"),
  };
}
