import { z } from "zod";
import { CURRENCIES } from "#src/kernel/money.ts";
import { MoneyShape, type PubCrawl } from "#src/modules/catalog/schema.ts";

// a real day of a four-digit year: the database knows no 31 February and no year 0
const date = z.iso.date("errors.date").refine((day) => day >= "0001", "errors.date");

/** What departures to list: of one crawl or of the calendar's crawls, between two local dates, priced in a currency. */
export const DepartureFilter = z.strictObject({
  crawl_id: z.uuid("errors.crawl").optional().describe("only this pub crawl; else the calendar's"),
  from: date.optional().describe("first local date"),
  to: date.optional().describe("last local date"),
  currency: z.enum(CURRENCIES, "errors.currency").default("MXN").describe("of `price_per_person`"),
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

/** What a crawl's card says of its nights. */
export type CrawlOffer = {
  /** The first night that can be booked. */
  next: Pick<Departure, "date" | "start_time">;
  /** The lowest price of a place among the nights that can be booked, and what that night costs without its sale. */
  from: Departure["price_per_person"];
  regular: Departure["price_per_person"];
  onSale: boolean;
  /** Whether other nights cost more. */
  varies: boolean;
};

/** A crawl as a card among others shows it; no offer while nothing can be booked. */
export type CrawlCard = Pick<PubCrawl, "slug" | "title" | "city_name" | "image" | "duration" | "group_size"> & {
  offer: CrawlOffer | null;
  /** Local date of the city, YYYY-MM-DD. */
  today: string;
};
