import { z } from "zod";
import { CURRENCIES } from "#src/kernel/money.ts";

/** Money as the API writes it: integer minor units and an ISO 4217 code. */
export const MoneyShape = z
  .object({ amount_minor: z.int(), currency: z.enum(CURRENCIES) })
  .meta({ id: "Money", description: "Integer minor units (centavos, cents) of an ISO 4217 currency." });
export type MoneyShape = z.infer<typeof MoneyShape>;

/** A city of the menus, in one language. */
export type City = { id: string; name: string; time_zone: string; description: string; image: string | null };

/** A pub crawl as the API and pages show it, in one language. Names are the table's columns. */
export const PubCrawl = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    city_id: z.string(),
    city_name: z.string(),
    time_zone: z.string().describe("IANA zone of the city; every local time of this crawl is in it"),
    description: z.string(),
    price: z.int().describe("minor units per person, of `currency`"),
    currency: z.enum(CURRENCIES),
    prices: z
      .partialRecord(z.enum(CURRENCIES), z.int())
      .describe("minor units per person where a price is set for a currency; in any other one `price` is converted"),
    duration: z.string(),
    group_size: z.string(),
    includes: z.array(z.string()),
    excludes: z.array(z.string()),
    highlights: z.array(z.string()),
    image: z.string().nullable(),
    gallery: z.array(z.string()),
    rating: z.number(),
    review_count: z.int(),
    meeting_place: z.string(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PubCrawl" });
export type PubCrawl = z.infer<typeof PubCrawl>;
