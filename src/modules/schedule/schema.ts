import { z } from "zod";
import { CURRENCIES } from "#src/kernel/money.ts";
import { MoneyShape } from "#src/modules/catalog/schema.ts";

// a real day of a four-digit year: the database knows no 31 February and no year 0
const date = z.iso.date("errors.date").refine((day) => day >= "0001", "errors.date");

/** What departures to list: of one crawl or of the calendar's crawls, between two local dates, priced in a currency. */
export const DepartureFilter = z.strictObject({
  crawl_id: z.uuid("errors.crawl").optional(),
  from: date.optional(),
  to: date.optional(),
  currency: z.enum(CURRENCIES, "errors.currency").default("MXN"),
});
export type DepartureFilter = z.input<typeof DepartureFilter>;

/** A departure as the API and the calendar show it. Names are the table's columns; hidden figures are null. */
export const Departure = z
  .object({
    id: z.uuid(),
    crawl_id: z.uuid(),
    date: z.string().describe("local service date, YYYY-MM-DD"),
    start_time: z.string().describe("local, HH:MM"),
    end_time: z.string().describe("local, HH:MM; on the next day when not after start_time"),
    starts_at: z.iso.datetime(),
    status: z.literal("scheduled"),
    total_spots: z.int().nullable().describe("null where settings hide it"),
    available_spots: z.int().nullable().describe("null where settings hide it"),
    recurrence_type: z.string().nullable(),
    recurrence_occurrences: z.int().nullable(),
    series_id: z.uuid().nullable(),
    price: z.int().nullable().describe("minor units per person of the crawl's currency; null: the crawl's price"),
    sale_price: z.int().nullable(),
    hide_total_spots: z.boolean(),
    bookings_disabled: z.boolean(),
    early_bird_sale: z.boolean(),
    external_booking_link: z.string().nullable(),
    is_available: z.boolean().describe("whether a place can be booked now"),
    availability_level: z.enum(["low", "medium", "high", "none"]),
    limited_availability: z.boolean(),
    price_per_person: MoneyShape.describe("what one place costs now, in the currency asked for"),
    regular_price_per_person: MoneyShape,
    base_price_per_person: MoneyShape.describe("what one place costs now, in the crawl's own currency"),
    on_sale: z.boolean(),
  })
  .meta({ id: "ScheduledCrawl" });
export type Departure = z.infer<typeof Departure>;
